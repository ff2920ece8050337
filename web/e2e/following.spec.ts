import type { ChildProcess } from 'node:child_process'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { freeRecording, server } from './support/api'
import { uniqueEmailAddress, waitForEmailLink } from './support/emails'
import { openStream, publishStream, stopStream } from './support/live'
import { createEvent, ownChannelSlug, siteUrl } from './support/operator'
import { fakePushService, pushMessage, shownNotifications, withNotifications } from './support/push'
import { ViewerPage } from './support/viewer'

const PASSWORD = 'Heron nest, second branch'
/** A channel with a single game, for the reminder. */
const HARBOR_TEAM = ownChannelSlug('harbour')
const SCORE = /\b\d+ (to|–) \d+\b/

/** Log in to the viewer's account in another browser. */
async function openOtherDevice(browser: Browser, { email }: ViewerPage): Promise<Page> {
  const context = await browser.newContext({ baseURL: siteUrl('prairie'), locale: 'en-US' })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email or phone number').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.locator('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  return page
}

const playerPosition = (page: Page) =>
  page.locator('.player video').evaluate((video: HTMLVideoElement) => video.currentTime)

test('a follower of a game gets an email when an encoder starts, unsubscribes in one click, and can undo that', {
  tag: '@nightly',
}, async ({ browser }) => {
  test.setTimeout(120_000)
  const game = await createEvent(HARBOR_TEAM, 'starts: now +1h, duration: 2h')
  const viewer = await ViewerPage.open(HARBOR_TEAM, 'en', browser)
  const { page } = viewer
  await viewer.register(PASSWORD)
  await page.goto('/upcoming')
  await page.getByRole('link', { name: 'Skating test' }).click()
  await page.getByRole('button', { name: 'Remind me' }).click()
  // A browser that supports notifications offers them first.
  const emailOnly = page.getByRole('button', { name: 'Email only' })
  await expect(
    emailOnly.or(page.getByText(/^We’ll notify you when Skating test .* goes live$/)),
  ).toBeVisible()
  if (await emailOnly.isVisible()) await emailOnly.click()
  await expect(page.getByRole('button', { name: 'Remind me' })).toHaveAttribute('aria-pressed', 'true')

  const stream = await openStream(game, HARBOR_TEAM)
  let encoder: ChildProcess | undefined
  try {
    encoder = await publishStream(stream)
    await page.goto(await waitForEmailLink(page.request, viewer.email, '/unsubscribe', 60_000))
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('You’re unsubscribed')).toBeVisible()
    // Undo while the game is live: an ended game has no reminders.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Emails turned back on')).toBeVisible()
  } finally {
    encoder?.kill()
    await stopStream(stream, HARBOR_TEAM)
  }
  await page.context().close()
})

test('a push message shows a notification', async () => {
  const browser = await withNotifications()
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  const { page } = viewer
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(fakePushService)
  await viewer.register(PASSWORD)
  await page.goto('/profile/news')
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(page.getByText('Notifications are on for this device')).toBeVisible()
  await pushMessage(page, { title: 'Live now', body: 'Skating test', url: '/watch/1', tag: 'event-1' })
  await expect.poll(() => page.evaluate(shownNotifications)).toEqual(['Live now: Skating test'])
  await browser.close()
})

test('the games of a followed team are on the home page, and the team is in the favorites', async ({
  browser,
}) => {
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  const { page } = viewer
  await page.goto('/?school=cedar-ridge')
  // A visitor must log in first, and follows the team after that.
  await page.getByRole('button', { name: /^Follow Cedar Ridge/ }).click()
  await viewer.heading('Log in')
  await viewer.register(PASSWORD)
  await page.goto('/')
  const rail = page.getByRole('region', { name: 'Your teams' })
  await expect(rail.getByRole('link', { name: /Cedar Ridge/ }).first()).toBeVisible()
  await page.goto('/profile/favorites')
  await page.getByRole('button', { name: 'Unfollow Cedar Ridge' }).click()
  await expect(page.getByText('No favorites yet')).toBeVisible()
  await page.goto('/')
  await expect(page.locator('#live')).toBeVisible()
  await expect(rail).toHaveCount(0)
  await page.context().close()
})

test('a recording resumes where the viewer stopped, also on another device, and can be started over', async ({
  browser,
  request,
}) => {
  test.setTimeout(120_000)
  const game = await freeRecording(request)
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  const { page } = viewer
  await viewer.register(PASSWORD)
  await page.goto(`/watch/${game.id}`)
  await page.getByRole('button', { name: 'Play' }).first().click()
  await expect.poll(() => playerPosition(page)).toBeGreaterThan(0.5)
  const response = page.waitForResponse(
    response => response.url().includes('/api/watch-position') && response.status() === 204,
  )
  await page.locator('.player video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 13
  })
  await expect.poll(() => playerPosition(page)).toBeGreaterThan(13.5)
  await page.locator('.player video').evaluate((video: HTMLVideoElement) => video.pause())
  await response

  const other = await openOtherDevice(browser, viewer)
  const rail = other.getByRole('region', { name: 'Continue watching' })
  await other.goto('/')
  await expect(rail.getByRole('progressbar', { name: 'Watched' })).toBeVisible({ timeout: 30_000 })
  await rail.getByRole('link').first().click()
  await expect(other.getByText(/Resuming at 0:1\d/)).toBeVisible()
  await other.getByRole('button', { name: 'Play' }).first().click()
  await expect.poll(() => playerPosition(other)).toBeGreaterThan(13)
  await other.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => playerPosition(other)).toBeLessThan(9)
  await other.context().close()
  await page.context().close()
})

test('scores are hidden on every page until the viewer shows one', async ({ page, request }) => {
  const game = await freeRecording(request)
  await page.goto('/vod')
  await page.getByRole('button', { name: 'List' }).first().click()
  const row = page.locator('.row').filter({ has: page.locator(`a[href="/watch/${game.id}"]`) })
  await expect(row.getByRole('link')).toHaveAccessibleName(SCORE)
  await page.getByRole('button', { name: 'Hide scores' }).click()
  await expect(row.getByRole('link')).not.toHaveAccessibleName(SCORE)
  await expect(row.locator('.is-loser')).toHaveCount(0)

  await page.goto('/')
  const card = page.locator('#finished .card').first()
  await expect(card.getByRole('link')).not.toHaveAccessibleName(SCORE)
  await expect(card.locator('.matchup i')).toHaveCount(0)
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill(game.name)
  const found = page.locator(`.search-row[href="/watch/${game.id}"]`)
  await expect(found).toContainText('FINAL')
  await expect(found).not.toContainText(/\d–\d/)

  await page.goto(`/watch/${game.id}`)
  await expect(page).toHaveTitle(new RegExp(game.name.replace(/[.*+?]/g, '.')))
  await expect(page.locator('.score-strip b')).toHaveCount(0)
  await page.getByRole('button', { name: /^Show score/ }).click()
  await expect(page.locator('.score-strip b')).toHaveCount(2)
  await page.getByRole('banner').getByRole('link', { name: 'Replays' }).click()
  await expect(row.getByRole('link')).toHaveAccessibleName(SCORE)
})

test('a contact form message arrives, and an unknown form shows an error', async ({ page, request }) => {
  const email = uniqueEmailAddress('writer')
  await page.goto('/contacts')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.getByLabel('Your name').fill('Odette Vance')
  await page.getByLabel('Your email address').fill(email)
  await page.getByLabel('Subject').fill('The lights of the rink')
  await page.getByLabel('Message').fill('They went out in the third period, and came back.')
  const robot = page.getByLabel('I’m not a robot')
  if (await robot.isVisible()) await robot.check()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/within 5 business days/)).toBeVisible()
  await expect
    .poll(async () => JSON.stringify(await (await request.get(`${server}/_outbox.json`)).json()))
    .toContain(email)
  await page.goto('/forms/no-such-form')
  await expect(page.getByText('Form unavailable')).toBeVisible()
})
