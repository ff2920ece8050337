import type { ChildProcess } from 'node:child_process'
import { expect as expectSoon, type Page, test } from '@playwright/test'
import { apiKey, getEvent, VOD } from './support/api'
import { FRAME_RATE, readFrame } from './support/frameCounter'
import {
  CHANNEL,
  channelSiteUrl,
  getStream,
  type LiveStream,
  openNewEvent,
  publishStream,
  reopenStream,
  stopStream,
  waitForExit,
} from './support/live'

/** A state of a stream arrives after everything that its encoder had sent is processed. */
const expect = expectSoon.configure({ timeout: 90_000 })

const encoders: ChildProcess[] = []

async function startEncoder(stream: LiveStream, key = stream.key): Promise<ChildProcess> {
  const encoder = await publishStream(stream, key)
  encoders.push(encoder)
  return encoder
}

/** Expect the video to advance by at least a second, by its frame counter. */
async function expectPlaying(page: Page): Promise<void> {
  const first = await readFrame(page)
  await expect
    .poll(async () => Math.abs((await readFrame(page)).frame - first.frame))
    .toBeGreaterThan(FRAME_RATE)
    .catch(async (error: Error) => {
      throw new Error(`${error.message}\n\n${await playerState(page)}`)
    })
}

/** Return what the player shows and where it is, for the message of a failed test. */
async function playerState(page: Page): Promise<string> {
  const videos = await page.locator('video').evaluateAll(found =>
    (found as HTMLVideoElement[]).map(({ paused, ended, currentTime, readyState, buffered }) => {
      const ranges = Array.from({ length: buffered.length }, (_, i) => [buffered.start(i), buffered.end(i)])
      return { paused, ended, currentTime, readyState, ranges }
    }),
  )
  return `videos: ${JSON.stringify(videos)}\npage: ${await page.getByRole('main').innerText()}`
}

test.describe.configure({ timeout: 360_000 })

test.afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill()
})

test('a viewer watches a live game, rewinds, returns to live, and watches the recording afterwards', async ({
  page,
  request,
}) => {
  const stream = await openNewEvent()
  await page.goto(`${channelSiteUrl}/watch/${stream.event_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Skating test')
  await expect(page.locator('video')).toHaveCount(0)

  let encoder = await startEncoder(stream)
  // The game starts without a reload or a press of play.
  await expect(page.locator('video')).toHaveCount(1)
  await expectPlaying(page)
  const live = page.getByRole('button', { name: 'Go to live' })
  await expect(live).toHaveAttribute('aria-disabled', 'true')

  // Wait for enough video to rewind.
  await expect.poll(async () => (await readFrame(page)).frame).toBeGreaterThan(400)
  await page.getByRole('slider', { name: 'Seek' }).press('Home')
  await expect.poll(async () => (await readFrame(page)).frame).toBeLessThan(150)
  await expect(live).toHaveAttribute('aria-disabled', 'false')
  await expectPlaying(page)
  await live.press('Enter')
  await expect(live).toHaveAttribute('aria-disabled', 'true')
  await expectPlaying(page)

  encoder.kill('SIGKILL')
  await expect.poll(async () => (await getStream(stream)).state).toBe('interrupted')
  encoder = await startEncoder(stream)
  await expect.poll(async () => (await getStream(stream)).state).toBe('live')
  await expectPlaying(page)

  encoder.kill()
  await stopStream(stream)
  await expect.poll(async () => (await getStream(stream)).state).toBe('finished')
  const key = await apiKey(request, CHANNEL)
  await expect
    .poll(async () => (await getEvent(request, key, stream.event_id)).media.map(media => media.type), {
      timeout: 300_000,
    })
    .toContain(VOD)
  await page.goto(`${channelSiteUrl}/watch/${stream.event_id}`)
  await page.getByRole('button', { name: 'Play' }).first().click()
  expect((await readFrame(page)).frame).toBeLessThan(100)
  await expectPlaying(page)
})

test('playback resumes after two outages, and after an ended game is reopened', {
  tag: '@nightly',
}, async ({ page }) => {
  test.setTimeout(600_000)
  const stream = await openNewEvent()
  await page.goto(`${channelSiteUrl}/watch/${stream.event_id}`)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  let encoder = await startEncoder(stream)
  await expect(page.locator('video')).toHaveCount(1)
  await expectPlaying(page)

  const notice = page.getByText('We’ll be right back')
  for (const outage of ['first', 'second']) {
    await test.step(`the ${outage} outage`, async () => {
      encoder.kill('SIGKILL')
      await expect(notice).toBeVisible()
      encoder = await startEncoder(stream)
      await expect(notice).toBeHidden()
      await expectPlaying(page)
    })
  }

  encoder.kill()
  await stopStream(stream)
  await expect(page.getByRole('heading', { name: 'The game has ended' })).toBeVisible()
  await startEncoder(await reopenStream(stream))
  // The game resumes without any action of the viewer.
  await expect(page.locator('video')).toHaveCount(1)
  await expectPlaying(page)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a wrong stream key is rejected and reported to the operator, and viewers see no change', {
  tag: '@nightly',
}, async ({ page }) => {
  const stream = await openNewEvent()
  expect(await waitForExit(await startEncoder(stream, `${stream.key}x`))).not.toBe(0)
  await expect
    .poll(async () => (await getStream(stream)).fault)
    .toBe('An encoder used a wrong stream key and was rejected.')
  expect((await getStream(stream)).state).toBe('waiting')
  await page.goto(`${channelSiteUrl}/watch/${stream.event_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Skating test')
  await expect(page.locator('video')).toHaveCount(0)
  await stopStream(stream)
})
