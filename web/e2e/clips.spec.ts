import type { ChildProcess } from 'node:child_process'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { freeRecording } from './support/api'
import { violationsOn } from './support/axe'
import { runTouchline } from './support/commands'
import { FRAME_RATE, readFrame, wakePlayer } from './support/frameCounter'
import { type LiveStream, publishStream } from './support/live'
import { createEvent, ownChannelSlug } from './support/operator'
import { ViewerPage } from './support/viewer'

const PASSWORD = 'Plum orchard, last frost'
const NAME = 'Glove save, then off the post'
/** The first frame of the clip and the frame after its last, in the recording. */
const FIRST = 76
const END = 151

test.describe.configure({ timeout: 240_000 })

/** Move a handle to the edge of the timeline, and expect no axe violations in the editor. */
async function expectAccessibleEditor(page: Page): Promise<void> {
  const start = page.getByRole('slider', { name: 'Start', exact: true })
  await expect(start).toHaveAttribute('aria-valuetext', '0:03.0')
  await page.getByRole('slider', { name: 'End', exact: true }).press('End')
  expect(await violationsOn(page)).toEqual([])
}

/** Move the start by a frame from where the editor puts it for the 18th second, and the end 3 s after it. */
async function chooseRange(page: Page): Promise<void> {
  const start = page.getByRole('slider', { name: 'Start', exact: true })
  const end = page.getByRole('slider', { name: 'End', exact: true })
  await expect(start).toHaveAttribute('aria-valuetext', '0:03.0')
  await start.press('ArrowRight')
  await end.press('Home')
  await end.press('Shift+ArrowRight')
  await end.press('Shift+ArrowRight')
  await expect(start).toHaveAttribute('aria-valuenow', String(FIRST / FRAME_RATE))
  await expect(end).toHaveAttribute('aria-valuenow', String(END / FRAME_RATE))
}

/** Return the link of the share dialog. */
async function shareLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).first().click()
  const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return link
}

/** Open the report form from an embedded player, which links to the page of the clip. */
async function reportFromEmbed(context: BrowserContext, link: string): Promise<void> {
  const embed = await context.newPage()
  await embed.goto(link.replace('/share/', '/share_embed/'))
  const report = embed.getByRole('link', { name: 'Report', exact: true })
  await report.focus()
  const [page] = await Promise.all([embed.waitForEvent('popup'), embed.keyboard.press('Enter')])
  await expect(page.getByRole('dialog', { name: 'Report this clip' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(link)
  await page.close()
  await embed.close()
}

/** Return the status of a playlist request that skips the browser cache. */
const statusOf = (page: Page, url: string): Promise<number> =>
  page.evaluate(async target => (await fetch(target, { cache: 'no-cache' })).status, url)

test('a clip is cut to the frame, played without an account, downloaded, renamed, unshared and deleted', async ({
  browser,
  request,
}) => {
  const game = await freeRecording(request)
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  const { page } = viewer
  await viewer.register(PASSWORD)
  const pass = ['subscription:network-annual', '--channel', 'prairie', '--until', '2099-12-31']
  await runTouchline('orders', 'grant', viewer.email, ...pass)

  await page.goto(`/watch/${game.id}/clip?at=18`)
  await expectAccessibleEditor(page)
  await chooseRange(page)
  await page.getByRole('button', { name: 'Create clip' }).click()
  await expect(page.getByText('Field is required')).toBeVisible()
  await expect(page.getByText('Please select tag')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(NAME)
  await page.getByRole('group', { name: 'Tags' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Create clip' }).click()
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible({ timeout: 30_000 })
  const link = await shareLink(page)

  // Without an account, the whole clip and nothing else plays before its file is ready.
  const friend = await (await browser.newContext()).newPage()
  const target = friend.waitForRequest(/index\.m3u8$/)
  await friend.goto(link)
  await expect(friend.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
  await expect(friend.getByRole('link', { name: 'Watch full game' })).toHaveAttribute(
    'href',
    `/watch/${game.id}`,
  )
  await wakePlayer(friend)
  expect((await readFrame(friend)).frame).toBe(FIRST)
  await friend.getByRole('button', { name: 'Play' }).first().click()
  await expect
    .poll(
      () =>
        friend.locator('video').evaluate((video: HTMLVideoElement) => video.paused && video.currentTime > 4),
      { timeout: 60_000 },
    )
    .toBe(true)
  expect((await readFrame(friend)).frame).toBe(END - 1)
  const playlist = (await target).url()
  expect(await statusOf(friend, playlist)).toBe(200)
  await reportFromEmbed(friend.context(), link)

  await page.goto('/profile/clips')
  const download = page.getByRole('button', { name: 'Download', exact: true })
  await expect(download).toBeVisible({ timeout: 120_000 })
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toMatch(new RegExp(`^\\d{4}-\\d{2}-\\d{2} .+ @ .+, ${NAME}\\.mp4$`))

  await page.getByRole('button', { name: `Rename ${NAME}` }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Off the post')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Off the post' })).toBeVisible()

  await page.getByRole('button', { name: 'New link for Off the post' }).click()
  await expect(page.getByText('The old link no longer works.')).toBeVisible()
  await friend.reload()
  await expect(friend.getByText('This link no longer works')).toBeVisible()
  const other = await shareLink(page)
  expect(other).not.toBe(link)

  await page.getByRole('button', { name: 'Delete Off the post' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No clips yet')).toBeVisible()
  await friend.goto(other)
  await expect(friend.getByText('This link no longer works')).toBeVisible()
  // The media URLs of a deleted clip are rejected, as after any other loss of access.
  await expect.poll(() => statusOf(friend, playlist)).toBe(403)
})

/** A channel with one live game and a pass that includes clips. */
const ARENA = ownChannelSlug('clip-rink')
const FAN_PASS =
  'subscriptions:\n  - {key: fan, name: Fan pass, price: {base: 5}, offer: monthly, capabilities: [watch, clipping]}\n'

test('one key saves the last seconds of a live game as a clip that plays immediately', async ({
  browser,
}) => {
  const event = await createEvent(ARENA, 'starts: now -1m, duration: 2h', undefined, FAN_PASS)
  const stream = JSON.parse(
    await runTouchline('streams', 'open', event, '--channel', ARENA, '--json'),
  ) as LiveStream
  let encoder: ChildProcess | undefined
  try {
    encoder = await publishStream(stream)
    const viewer = await ViewerPage.open(ARENA, 'en', browser)
    const { page } = viewer
    await viewer.register(PASSWORD)
    await runTouchline(
      'orders',
      'grant',
      viewer.email,
      'subscription:fan',
      '--channel',
      ARENA,
      '--until',
      '2099-12-31',
    )
    await page.goto(`/watch/${stream.event_id}`)
    await page.getByRole('button', { name: 'Play' }).first().click({ timeout: 90_000 })
    await expect(page.getByRole('button', { name: 'Clip last 30 s' })).toBeVisible()
    await expect.poll(async () => (await readFrame(page)).frame, { timeout: 60_000 }).toBeGreaterThan(150)
    await page.locator('.plyr').press('x')
    await expect(page.getByText('Last 30 seconds saved as a clip')).toBeVisible({ timeout: 30_000 })
    const seen = await readFrame(page)
    await page.getByRole('region', { name: 'Clips from this game' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: /^Skating test, \d/ })).toBeVisible()
    await expect(page.locator('video')).toBeVisible()
    const first = (await readFrame(page)).frame
    expect(first).toBeLessThan(seen.frame)
    await page.getByRole('button', { name: 'Play' }).first().click()
    await expect
      .poll(async () => (await readFrame(page)).frame, { timeout: 60_000 })
      .toBeGreaterThan(first + FRAME_RATE)

    // The timeline of a live game has thumbnails, even of parts that were not played here.
    await page.goto(`/watch/${stream.event_id}/clip`)
    const tiles = page.locator('.timeline__thumbnail')
    await expect
      .poll(() => tiles.and(page.locator('[style*=url]')).count(), { timeout: 30_000 })
      .toBeGreaterThan(3)
    await expect(tiles.and(page.locator(':not([style*=url])'))).toHaveCount(0)
  } finally {
    encoder?.kill()
    await runTouchline('streams', 'stop', event, '--channel', ARENA)
  }
})
