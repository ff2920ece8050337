import type { ChildProcess } from 'node:child_process'
import { expect, type Page, test } from '@playwright/test'
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

const encoders: ChildProcess[] = []

async function openLiveEvent(stream: LiveStream, key = stream.key): Promise<ChildProcess> {
  const encoder = await publishStream(stream, key)
  encoders.push(encoder)
  return encoder
}

/** The picture goes on for a second more, as seen in what the browser shows. */
async function isPlaying(page: Page): Promise<void> {
  const first = await readFrame(page)
  await expect
    .poll(async () => Math.abs((await readFrame(page)).frame - first.frame), { timeout: 30_000 })
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

test('a game is watched while an encoder sends it, rewound, caught up with, and watched again when it is over', async ({
  page,
  request,
}) => {
  const stream = await openNewEvent()
  await page.goto(`${channelSiteUrl}/watch/${stream.event_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Skating test')
  await expect(page.locator('video')).toHaveCount(0)

  let encoder = await openLiveEvent(stream)
  // Nobody reloads the page or presses play: the game comes by itself.
  await expect(page.locator('video')).toHaveCount(1, { timeout: 60_000 })
  await isPlaying(page)
  const live = page.getByRole('button', { name: 'Go to live' })
  await expect(live).toHaveAttribute('aria-disabled', 'true')

  // There must be something to go back to.
  await expect.poll(async () => (await readFrame(page)).frame, { timeout: 60_000 }).toBeGreaterThan(400)
  await page.getByRole('slider', { name: 'Seek' }).press('Home')
  await expect.poll(async () => (await readFrame(page)).frame).toBeLessThan(150)
  await expect(live).toHaveAttribute('aria-disabled', 'false')
  await isPlaying(page)
  await live.press('Enter')
  await expect(live).toHaveAttribute('aria-disabled', 'true')
  await isPlaying(page)

  encoder.kill('SIGKILL')
  await expect.poll(async () => (await getStream(stream)).state).toBe('interrupted')
  encoder = await openLiveEvent(stream)
  await expect.poll(async () => (await getStream(stream)).state).toBe('live')
  await isPlaying(page)

  encoder.kill()
  await stopStream(stream)
  await expect.poll(async () => (await getStream(stream)).state).toBe('finished')
  const key = await apiKey(request, CHANNEL)
  await expect
    .poll(async () => (await getEvent(request, key, stream.event_id)).media.map(media => media.type), {
      timeout: 180_000,
    })
    .toContain(VOD)
  await page.goto(`${channelSiteUrl}/watch/${stream.event_id}`)
  await page.getByRole('button', { name: 'Play' }).first().click()
  expect((await readFrame(page)).frame).toBeLessThan(100)
  await isPlaying(page)
})

test('a game with two outages goes on, and so it does for who saw its end when it is reopened', {
  tag: '@nightly',
}, async ({ page }) => {
  test.setTimeout(600_000)
  const stream = await openNewEvent()
  await page.goto(`${channelSiteUrl}/watch/${stream.event_id}`)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  let encoder = await openLiveEvent(stream)
  await expect(page.locator('video')).toHaveCount(1, { timeout: 60_000 })
  await isPlaying(page)

  const notice = page.getByText('Stream interrupted')
  for (const outage of ['first', 'second']) {
    await test.step(`the ${outage} outage`, async () => {
      encoder.kill('SIGKILL')
      await expect(notice).toBeVisible({ timeout: 90_000 })
      encoder = await openLiveEvent(stream)
      await expect(notice).toBeHidden({ timeout: 60_000 })
      await isPlaying(page)
    })
  }

  encoder.kill()
  await stopStream(stream)
  await expect(page.getByRole('heading', { name: 'The game has ended' })).toBeVisible({ timeout: 90_000 })
  await openLiveEvent(await reopenStream(stream))
  // Whoever saw the end presses nothing: the game goes on by itself.
  await expect(page.locator('video')).toHaveCount(1, { timeout: 60_000 })
  await isPlaying(page)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a wrong stream key is refused, the operator is notified, and viewers notice nothing', {
  tag: '@nightly',
}, async ({ page }) => {
  const stream = await openNewEvent()
  expect(await waitForExit(await openLiveEvent(stream, `${stream.key}x`))).not.toBe(0)
  await expect
    .poll(async () => (await getStream(stream)).fault)
    .toBe('An encoder used a wrong stream key and was rejected.')
  expect((await getStream(stream)).state).toBe('waiting')
  await page.goto(`${channelSiteUrl}/watch/${stream.event_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Skating test')
  await expect(page.locator('video')).toHaveCount(0)
  await stopStream(stream)
})
