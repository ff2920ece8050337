import { expect, type Page, test } from '@playwright/test'
import { freeRecording, VOD } from './support/api'
import { violationsOn } from './support/axe'
import { runTouchline } from './support/commands'
import { recordConsoleErrors } from './support/consoleErrors'
import { uniqueEmailAddress } from './support/emails'
import { Session } from './support/session'

/** The demo's operator, as `touchline run` prints it. */
const NORA = { login: 'operator@example.com', password: 'north-window-58' }
const FAN = { login: uniqueEmailAddress('fan'), password: 'Plum orchard, last frost' }

interface Row {
  id: number
}

let nora: Session
/** The paths of all rooms and their pages, below `/studio/`. */
const PAGES: string[] = []

const firstId = (rows: readonly Row[]): number => {
  if (!rows[0]) throw new Error('the list is empty')
  return rows[0].id
}

/** Fill the rooms: an order, a reported clip, a request, an invitation and a webhook endpoint. */
async function fillRooms(fan: Session, request: Parameters<typeof freeRecording>[0]): Promise<void> {
  const pass = ['subscription:network-annual', '--channel', 'prairie', '--until', '2099-12-31']
  await runTouchline('orders', 'grant', FAN.login, ...pass)
  const game = await freeRecording(request)
  const media = game.media.find(({ type }) => type === VOD) as unknown as Row
  const clip = await fan.send<Row>('POST', '/clip', {
    name: 'Glove save, then off the post',
    tags: ['Save'],
    event_id: game.id,
    event_media_id: media.id,
    start_time: 3,
    duration: 4,
  })
  await fan.send('POST', `/clip/${clip.id}/report`, { reason: 'wrong_game', text: 'This is not my game.' })
  await fan.send('POST', '/custom-forms/contacts', {
    fields: {
      name: 'Odette Vance',
      email: FAN.login,
      subject: 'The picture froze in the second period',
      message: 'It stopped at 12:04 and came back after the goal. I watched on a phone.',
    },
  })
  await nora.send('POST', '/studio/team/invitations', { email: FAN.login, role: 'producer' })
  await nora.send('POST', '/studio/webhook-endpoints', {
    url: 'https://scores.example.com/hook',
    event_types: ['order.paid'],
  })
}

test.beforeAll(async ({ request }) => {
  test.setTimeout(120_000)
  nora = await Session.logIn(request, 'prairie', NORA)
  await fillRooms(await Session.register(request, 'prairie', FAN), request)
  const list = async (path: string) => firstId(await nora.send<Row[]>('GET', path))
  const [event] = await nora.send<{ key: string }[]>('GET', '/studio/entries/events')
  const [page] = await nora.send<{ key: string }[]>('GET', '/studio/entries/pages')
  PAGES.push(
    '',
    'brand/look',
    'brand/home',
    'brand/menu',
    'brand/texts',
    'brand/preview',
    'schedule',
    'schedule?view=month',
    'schedule/import',
    'schedule/new',
    `schedule/${event?.key}`,
    `schedule/${event?.key}/live`,
    `schedule/${event?.key}/video`,
    `schedule/${event?.key}/figures`,
    'content/teams',
    'content/teams/harlan-falls-boys-hockey',
    'content/schools/_new',
    'content/pages',
    `content/pages/${page?.key}`,
    'content/forms',
    'content/forms/contacts',
    'offers',
    'offers/events',
    'offers/codes',
    'offers/package/_new',
    'orders',
    `orders/${await list('/studio/orders')}`,
    'viewers',
    `viewers/${await list('/studio/viewers')}`,
    'clips',
    'requests',
    `requests/${await list('/studio/requests')}`,
    'reports',
    'team',
    'settings',
    'activity',
    'webhooks',
    'tokens',
  )
})

/** Return what is wrong with a page: axe violations, and content wider than the window. */
async function problemsOf(page: Page): Promise<string[]> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return [...(await violationsOn(page)), ...(wider > 0 ? [`${wider} px wider than the window`] : [])]
}

for (const [language, width] of [
  ['fr', 390],
  ['en', 1440],
] as const) {
  test(`every room of the studio works at ${width} px in ${language}`, async ({ browser }) => {
    test.setTimeout(240_000)
    const context = await nora.openContext(browser, { width, language })
    const page = await context.newPage()
    const errors = recordConsoleErrors(page)
    const problems: Record<string, string[]> = {}
    page.on('response', response => {
      if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`)
    })
    for (const path of PAGES) {
      await page.goto(`/studio/${path}`)
      await expect(page.locator('.studio__room').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy=true], main [role=status][aria-label]')).toHaveCount(0)
      const found = [...(await problemsOf(page)), ...errors.splice(0)]
      if (found.length) problems[path] = found
      const folder = process.env.TOUCHLINE_TEST_SCREENSHOTS
      if (folder)
        await page.screenshot({ path: `${folder}/${width}-${path.replace(/\W+/g, '-')}.png`, fullPage: true })
    }
    expect(problems).toEqual({})
    await context.close()
  })
}
