import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { runTouchline } from './support/commands'
import { ffmpegPath } from './support/live'
import { createEvent, ownChannelSlug, siteUrl } from './support/operator'
import { ViewerPage } from './support/viewer'

const PASSWORD = 'tumbling pucks at noon'
/** Two and a half parts, so that the first one is 40 %. */
const FILE_BYTES = 80 * 2 ** 20

/** Make a playable video whose end is a `free` box of zeros, and return its path. */
function makeVideo(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'touchline-upload-')), 'final.mp4')
  const input = ['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=25:d=12', '-pix_fmt', 'yuv420p']
  execFileSync(ffmpegPath(), ['-nostdin', '-v', 'error', ...input, path])
  const padding = Buffer.alloc(FILE_BYTES)
  padding.writeUInt32BE(FILE_BYTES)
  padding.write('free', 4)
  appendFileSync(path, padding)
  return path
}

const UPLOAD = /\/api\/studio\/uploads\/\d+$/
const chooseFile = (page: Page, path: string) => page.getByTestId('video-file').setInputFiles(path)

test('a producer uploads a video, closes the page at 40 %, continues, trims it, and a fan watches it', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const channel = ownChannelSlug('upload')
  const event = await createEvent(channel, 'starts: "-2 days 19:00", duration: 2h')
  const producer = await ViewerPage.open(channel, 'en', browser)
  await producer.register(PASSWORD)
  await runTouchline(
    'operators',
    'add',
    producer.email,
    '--role',
    'producer',
    '--allow-unverified',
    '--channel',
    channel,
  )
  const context = producer.page.context()
  const address = `${siteUrl(channel)}/studio/schedule/${event}/video`
  const video = makeVideo()

  let parts = 0
  await producer.page.route(UPLOAD, async route => {
    const isPart = route.request().method() === 'PATCH'
    if (isPart) parts += 1
    // Only the first part leaves this page.
    if (!isPart || parts === 1) await route.continue()
  })
  await producer.page.goto(address)
  await chooseFile(producer.page, video)
  await expect(producer.page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^(39|4\d)$/)
  await producer.page.close()

  const page = await context.newPage()
  let remaining = 0
  page.on('request', request => {
    if (request.method() === 'PATCH' && UPLOAD.test(request.url())) remaining += 1
  })
  await page.goto(address)
  await expect(page.getByText('Choose the same file to continue.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await chooseFile(page, video)
  await expect(page.getByText('Ready', { exact: true })).toBeVisible({ timeout: 120_000 })
  expect(remaining).toBe(2)

  await page.getByRole('button', { name: 'Trim' }).click()
  await page.locator('video').first().waitFor()
  await page.getByLabel('End', { exact: true }).fill('0:08')
  await expect(page.getByText('New length: 0:08')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Trim', exact: true }).click()
  await expect(page.getByText('Viewers see 0:00 to 0:08 of 0:12.')).toBeVisible({ timeout: 60_000 })

  await page.goto(siteUrl(channel))
  await page
    .getByRole('link', { name: /Skating test/ })
    .first()
    .click()
  await page.locator('video').first().waitFor()
  await page.getByRole('button', { name: 'Play' }).first().click()
  await expect
    .poll(() =>
      page
        .locator('video')
        .first()
        .evaluate((element: HTMLVideoElement) => element.currentTime),
    )
    .toBeGreaterThan(0.5)
  expect(
    await page
      .locator('video')
      .first()
      .evaluate((element: HTMLVideoElement) => element.duration),
  ).toBeCloseTo(8, 0)
})
