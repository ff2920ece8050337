import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { freeRecording, listEvents, listLibraryItems } from './api'

export type Channel = 'prairie' | 'atelier'

/** A screen of the product: its address, and the steps that open it. */
export interface Screen {
  channel: Channel
  name: string
  path: string | ((request: APIRequestContext) => Promise<string>)
  /** Opens a part of the page: a dialog, a menu, a question. */
  open?: (page: Page) => Promise<void>
  /** The only window width with this screen. From 1080 px, the menu fits beside the brand. */
  width?: 'narrow' | 'wide'
  /** The demo viewer who is logged in. The default is a visitor. */
  viewer?: 'maya' | 'temp'
}

/** The logins that `touchline run` prints. */
const PASSWORDS = { maya: 'harvest-moon-42', temp: 'first-frost-17' }

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await expect(page.getByRole('dialog').or(page.getByRole('menu')).first()).toBeVisible()
}

const eventPath = (status: string, fits: (game: { pass_type: string }) => boolean, path = '/watch/') => {
  return async (request: APIRequestContext) => {
    const found = (await listEvents(request, status)).find(fits)
    if (!found) throw new Error(`the demo has no matching ${status} game`)
    return `${path}${found.id}`
  }
}

const libraryItemPath =
  (fits: (item: { pass_type: string }) => boolean) => async (request: APIRequestContext) => {
    const found = (await listLibraryItems(request, 'atelier')).find(fits)
    if (!found) throw new Error('the demo has no matching library item')
    return `/vod_library/${found.id}`
  }

const isFree = ({ pass_type }: { pass_type: string }) => pass_type === 'free'
const isPayPerView = ({ pass_type }: { pass_type: string }) => pass_type === 'ppv'
const isLocked = ({ pass_type }: { pass_type: string }) => pass_type === 'paid'

const BURGER = /^(Open menu|Ouvrir le menu)$/
const LANGUAGE = /(Language|Langue)\s?:/
const SHARE = /^(Share|Partager)$/
const FILTERS = /^(Filters|Filtres)/
const DATES = /^Dates$/
const SCHOOLS = /^(Schools|Écoles)$/
const SEARCH = /^(Search|Rechercher|Recherche)$/
const TABLE = /^(Table|Tableau)$/
const LIST = /^(List|Liste)$/

const ACCOUNT = /^(Your account|Votre compte)$/
const DELETE = /^(Delete account|Supprimer le compte)$/
const SET_UP = /^(Set up|Configurer|Activer)/
const LINK = '?email=maya%40example.com&expires=1900000000&signature=none'

/** Submit the empty form and wait for its errors. */
const submitEmptyForm = async (page: Page) => {
  await page.locator('main form button[type=submit]').click()
  await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible()
}

/** Return the screens of login, registration and accounts. */
const accountScreens = (channel: Channel): Screen[] => [
  { channel, name: 'login', path: '/login' },
  { channel, name: 'registration', path: '/registration' },
  { channel, name: 'registration-empty', path: '/registration', open: submitEmptyForm },
  { channel, name: 'social-refused', path: '/auth/login/google/callback?error=access_denied' },
  { channel, name: 'password-reset-request', path: '/password-reset-request' },
  { channel, name: 'password-reset', path: `/password-reset${LINK}` },
  { channel, name: 'verify-email-dead', path: '/verify-email' },
  { channel, name: 'confirm-deletion', path: `/confirm-account-deletion${LINK}` },
  { channel, viewer: 'maya', name: 'verify-notice', path: '/verify-notice' },
  { channel, viewer: 'maya', name: 'orders', path: '/profile' },
  { channel, viewer: 'maya', name: 'transactions', path: '/profile/transactions' },
  { channel, viewer: 'maya', name: 'profile-clips', path: '/profile/clips' },
  { channel, viewer: 'maya', name: 'profile-favorites', path: '/profile/favorites' },
  { channel, viewer: 'maya', name: 'profile-news', path: '/profile/news' },
  { channel, viewer: 'maya', name: 'profile', path: '/profile/account' },
  { channel, viewer: 'maya', name: 'profile-edit', path: '/profile/edit' },
  { channel, viewer: 'maya', name: 'profile-devices', path: '/profile/sessions' },
  { channel, viewer: 'maya', name: 'profile-security', path: '/profile/security' },
  {
    channel,
    viewer: 'maya',
    name: 'profile-app',
    path: '/profile/security',
    open: async page => {
      await page.getByRole('button', { name: SET_UP }).click()
      await page.locator('main input[type=password]').fill(PASSWORDS.maya)
      await page.locator('main form button[type=submit]').click()
      await expect(page.locator('main code').first()).toBeVisible()
    },
  },
  { channel, viewer: 'maya', name: 'profile-delete', path: '/profile/account', open: press(DELETE) },
  { channel, viewer: 'maya', name: 'link-device', path: '/profile/sessions/add?code=BCDFGH' },
  { channel, viewer: 'maya', name: 'account-menu', path: '/faq', open: press(ACCOUNT) },
  { channel, viewer: 'temp', name: 'own-password', path: '/profile/edit' },
]

/** Close the pop-up that a channel shows to new visitors. */
const closePopup = async (page: Page) => {
  await page.mouse.move(2, 2, { steps: 2 })
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Return the screens that both channels have. */
const commonScreens = (channel: Channel): Screen[] => [
  { channel, name: 'home', path: '/' },
  { channel, name: 'library', path: '/vod_library' },
  { channel, name: 'passes', path: '/packages', open: channel === 'prairie' ? closePopup : undefined },
  { channel, name: 'library-nothing', path: '/vod_library?title=zzzz' },
  { channel, name: 'search', path: '/faq', open: press(SEARCH) },
  {
    channel,
    name: 'faq',
    path: '/faq',
    open: async page => void (await page.locator('main summary').first().click()),
  },
  { channel, name: 'contacts', path: '/contacts' },
  { channel, name: 'contacts-empty', path: '/contacts', open: submitEmptyForm },
  { channel, name: 'form-missing', path: '/forms/nowhere' },
  { channel, name: 'unsubscribe-dead', path: '/unsubscribe?token=none' },
  { channel, name: 'about', path: '/about' },
  { channel, name: 'privacy', path: '/privacy_policy' },
  { channel, name: 'terms', path: '/terms_conditions' },
  { channel, name: '404', path: '/nowhere' },
  { channel, name: 'watch-missing', path: '/watch/99999999' },
  { channel, name: 'menu', path: '/faq', open: press(BURGER), width: 'narrow' },
  { channel, name: 'language', path: '/faq', open: press(LANGUAGE), width: 'wide' },
]

const prairieScreens: Screen[] = [
  ...commonScreens('prairie'),
  ...(
    [
      ['home-category', '/?category_id=1'],
      ['home-school', '/?school=cedar-ridge'],
      ['home-team', '/?team=harlan-falls-boys-hockey'],
      ['home-division', '/?division=lakes&gender=female'],
      ['home-nobody', '/?school=nobody'],
      ['schedule', '/schedule'],
      ['schedule-filtered', '/schedule?sport=hockey&gender=male&school=cedar-ridge'],
      ['schedule-nothing', '/schedule?city=Nowhere'],
      ['live', '/live'],
      ['upcoming', '/upcoming'],
      ['replays', '/vod'],
      ['for-schools', '/for_schools'],
      ['simulate-missing', '/simulate'],
    ] as const
  ).map(([name, path]) => ({ channel: 'prairie' as const, name, path })),
  {
    channel: 'prairie',
    name: 'schedule-table',
    path: '/vod',
    open: page => page.getByRole('button', { name: TABLE }).first().click(),
  },
  {
    channel: 'prairie',
    name: 'schedule-list',
    path: '/schedule',
    open: page => page.getByRole('button', { name: LIST }).first().click(),
  },
  { channel: 'prairie', name: 'standings', path: '/standings/boys-hockey' },
  { channel: 'prairie', name: 'schools', path: '/faq', open: press(SCHOOLS), width: 'wide' },
  { channel: 'prairie', name: 'filters', path: '/schedule', open: press(FILTERS), width: 'narrow' },
  { channel: 'prairie', name: 'days', path: '/schedule', open: press(DATES), width: 'narrow' },
  { channel: 'prairie', name: 'watch', path: eventPath('finished', isFree) },
  {
    channel: 'prairie',
    viewer: 'maya',
    name: 'clip-editor',
    path: async request => `/watch/${(await freeRecording(request)).id}/clip?at=9999`,
  },
  { channel: 'prairie', name: 'watch-locked', path: eventPath('finished', isPayPerView) },
  { channel: 'prairie', name: 'watch-pass', path: eventPath('finished', isLocked) },
  {
    channel: 'prairie',
    name: 'select-package',
    path: eventPath('finished', isPayPerView, '/select-package/'),
  },
  { channel: 'prairie', name: 'watch-upcoming', path: eventPath('upcoming', isFree) },
  { channel: 'prairie', name: 'watch-live', path: eventPath('live', isFree) },
  { channel: 'prairie', name: 'watch-live-locked', path: eventPath('live', isPayPerView) },
  { channel: 'prairie', name: 'share', path: eventPath('finished', isFree), open: press(SHARE) },
  { channel: 'prairie', name: 'embed', path: eventPath('finished', isFree, '/watch_embed/') },
  { channel: 'prairie', name: 'embed-locked', path: eventPath('finished', isPayPerView, '/watch_embed/') },
]

const atelierScreens: Screen[] = [
  ...commonScreens('atelier'),
  ...(
    [
      ['home-category', '/?category_id=1'],
      ['library-category', '/vod_library?category=cuisine'],
      ['library-found', '/vod_library?title=pain'],
      ['crafts', '/metiers'],
      ['makers', '/artisans'],
      ['gift', '/offrir'],
      ['schedule-nothing', '/schedule'],
    ] as const
  ).map(([name, path]) => ({ channel: 'atelier' as const, name, path })),
  { channel: 'atelier', name: 'film', path: libraryItemPath(isFree) },
  { channel: 'atelier', name: 'film-locked', path: libraryItemPath(isLocked) },
  { channel: 'atelier', name: 'share', path: libraryItemPath(isFree), open: press(SHARE) },
]

export const SCREENS: readonly Screen[] = [
  ...prairieScreens,
  ...accountScreens('prairie'),
  ...atelierScreens,
  ...accountScreens('atelier'),
]

export const WIDE = 1080

export const isShownAt = (screen: Screen, width: number): boolean =>
  !screen.width || (screen.width === 'wide') === width >= WIDE

/** Open the page of a screen, wait until it has loaded, and open the part to show. */
export async function showScreen(
  page: Page,
  request: APIRequestContext,
  base: string,
  screen: Screen,
): Promise<void> {
  const path = typeof screen.path === 'string' ? screen.path : await screen.path(request)
  const at = (path: string) => new URL(path, base).href.replace('prairie', screen.channel)
  await logInAsViewer(page, at('/login'), screen)
  await page.goto(at(path))
  // The server's first paint also matches the checks below. Wait until the app replaces it.
  await expect(page.locator('#first')).toHaveCount(0)
  await expect(page.locator('main h1, video, .gate').first()).toBeAttached()
  await renderWholePage(page)
  await screen.open?.(page)
}

/** The viewer who is logged in, by page. */
const currentViewers = new WeakMap<Page, string>()

/** Log out the current viewer, and log in the viewer of the screen. */
async function logInAsViewer(page: Page, login: string, { channel, viewer }: Screen): Promise<void> {
  const who = viewer ? `${viewer} on ${channel}` : 'a visitor'
  if ((currentViewers.get(page) ?? 'a visitor') === who) return
  await page.goto(login)
  await page.evaluate(() => localStorage.clear())
  currentViewers.set(page, who)
  if (!viewer) return
  // Open the page again: a logged-in viewer was redirected to the home page.
  await page.goto(login)
  await page.locator('main input[autocomplete=username]').fill(`${viewer}@example.com`)
  await page.locator('main input[autocomplete=current-password]').fill(PASSWORDS[viewer])
  await page.locator('main form button[type=submit]').click()
  await expect(page.getByRole('button', { name: ACCOUNT })).toBeVisible()
}

/**
 * Scroll through the page, which renders long pages as they come into view, and wait until it has loaded.
 *
 * A headless browser may stop painting and then reports no frames or fonts. Time limits keep the test going.
 */
async function renderWholePage(page: Page): Promise<void> {
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await page.evaluate(async () => {
    const withTimeout = (milliseconds: number, promise: Promise<unknown>) =>
      Promise.race([promise, new Promise(done => setTimeout(done, milliseconds))])
    const frame = () => withTimeout(250, new Promise(requestAnimationFrame))
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y)
      await frame()
      await frame()
    }
    scrollTo(0, 0)
    await withTimeout(5_000, document.fonts.ready)
  })
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await page.waitForFunction(
    () =>
      [...document.images].every(image => {
        // Load images that were rendered after the scrolling, too.
        image.loading = 'eager'
        const { left, right } = image.getBoundingClientRect()
        return image.complete || right <= 0 || left >= innerWidth
      }),
    null,
    { polling: 100 },
  )
}
