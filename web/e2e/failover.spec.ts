import type { ChildProcess } from 'node:child_process'
import { expect as expectSoon, type Page, test } from '@playwright/test'
import { apiKey, getEvent, VOD } from './support/api'
import { FRAME_RATE, readFrame } from './support/frameCounter'
import {
  CHANNEL,
  channelSiteUrl,
  getStream,
  openNewEvent,
  publishStream,
  stopStream,
  waitForExit,
} from './support/live'

const expect = expectSoon.configure({ timeout: 90_000 })
const MAX_DARK_SECONDS = 5
const encoders: ChildProcess[] = []

test.describe.configure({ timeout: 480_000 })

test.afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill('SIGKILL')
})

async function start(...stream: Parameters<typeof publishStream>): Promise<ChildProcess> {
  const encoder = await publishStream(...stream)
  encoders.push(encoder)
  return encoder
}

/** Expect the video to advance by at least a second, by its frame counter. */
async function expectPlaying(page: Page): Promise<void> {
  const first = await readFrame(page)
  await expect
    .poll(async () => Math.abs((await readFrame(page)).frame - first.frame))
    .toBeGreaterThan(FRAME_RATE)
}

/** Measure from now on for how long the picture stands still at a time, in seconds. */
const watchFreezes = (page: Page) =>
  page.locator('video').evaluate(element => {
    const video = element as HTMLVideoElement
    const state = { last: performance.now(), longest: 0 }
    const next = () => {
      const now = performance.now()
      state.longest = Math.max(state.longest, now - state.last)
      state.last = now
      video.requestVideoFrameCallback(next)
    }
    video.requestVideoFrameCallback(next)
    Object.assign(window, { freezes: state })
  })

const longestFreeze = (page: Page) =>
  page.evaluate(() => (window as unknown as { freezes: { longest: number } }).freezes.longest / 1000)

test('viewers go on with the backup encoder, see a slate without any, and get one recording', async ({
  page,
  request,
}) => {
  const stream = await openNewEvent()
  await page.goto(`${channelSiteUrl}/watch/${stream.event_id}`)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const primary = await start(stream)
  const backup = await start(stream, stream.backup_key)
  // The game starts without a reload or a press of play.
  await expect(page.locator('video')).toHaveCount(1)
  await expectPlaying(page)
  await expect.poll(async () => (await getStream(stream)).on_air).toBe('primary')

  await test.step('the primary stalls', async () => {
    await watchFreezes(page)
    primary.kill('SIGSTOP')
    await expect.poll(async () => (await getStream(stream)).on_air).toBe('backup')
    await expectPlaying(page)
    expect((await getStream(stream)).state).toBe('live')
    expect(await longestFreeze(page)).toBeLessThan(MAX_DARK_SECONDS)
    primary.kill('SIGKILL')
    await waitForExit(primary)
  })

  const slate = page.getByText('We’ll be right back')
  await test.step('the backup is gone, too', async () => {
    backup.kill('SIGKILL')
    await waitForExit(backup)
    await expect(slate).toBeVisible()
    await page.getByRole('slider', { name: 'Seek' }).press('Home')
    await expect(slate).toBeHidden()
    await expectPlaying(page)
    await page.getByRole('button', { name: 'Go to live' }).press('Enter')
    await expect(slate).toBeVisible()
  })

  await test.step('the primary returns', async () => {
    await start(stream)
    await expect(slate).toBeHidden()
    await expectPlaying(page)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  await stopStream(stream)
  await expect.poll(async () => (await getStream(stream)).state).toBe('finished')
  const key = await apiKey(request, CHANNEL)
  await expect
    .poll(async () => (await getEvent(request, key, stream.event_id)).media.map(media => media.type), {
      timeout: 300_000,
    })
    .toContain(VOD)
})
