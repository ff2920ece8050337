import type { ChildProcess } from 'node:child_process'
import { expect, type Page, test } from '@playwright/test'
import { apiKey, listEvents } from './support/api'
import { violationsOn } from './support/axe'
import { FRAME_RATE, readFrame, wakePlayer } from './support/frameCounter'
import { openStream, publishStream, stopStream } from './support/live'
import { siteUrl } from './support/operator'
import { expectPlaying } from './support/playing'
import { registerOperator } from './support/session'
import {
  addClock,
  addGoals,
  addVideo,
  countVideoFrames,
  createGame,
  inRecording,
  inSummary,
  makeLongVideo,
  readFrames,
  recordedSound,
  recordFrames,
  recordSound,
  seenFrames,
  startSummary,
} from './support/summaries'

const STARTS = 5
const MAX_MEDIAN_START_MS = 1000
const SECONDS = 160
/** When the goals of the recording are, in seconds. */
const GOALS = [20, 70, 130]

/** When the clock of the condensed recording runs, in seconds. */
const RUNNING = [
  [14, 30],
  [58, 75],
] as const
const CONDENSED_SECONDS = 90
/** The length of a segment of a recording, the precision of a summary. */
const SEGMENT_MS = 4000

test.describe.configure({ timeout: 300_000 })

const skip = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

test('the moments of a recording play without a frame too many or a click, and start within a second', async ({
  page,
  request,
}) => {
  const channel = `catch-up-${Date.now()}`
  const game = await createGame(channel, 'starts: now -3h, duration: 1h')
  const scorer = await registerOperator(request, channel, 'owner')
  await addVideo(channel, game, makeLongVideo(SECONDS))
  const [event] = await listEvents(request, 'finished', await apiKey(request, channel))
  if (!event) throw new Error('the channel has no game')
  const start = event.event_utc_ts * 1000
  await addGoals(
    scorer,
    event.id,
    GOALS.map(seconds => start + seconds * 1000),
  )
  await page.goto(`${siteUrl(channel)}/watch/${event.id}`)
  await wakePlayer(page)

  const starts: number[] = []
  for (let number = 0; number < STARTS; number += 1) {
    starts.push((await startSummary(page)).wait)
    await expect(page.getByText('Catching up, 1 of 3')).toBeVisible()
    await skip(page, 'Skip')
    await expect(page.locator('.summary-player')).toHaveCount(0)
  }
  expect(median(starts), starts.join()).toBeLessThan(MAX_MEDIAN_START_MS)

  const { ranges } = await startSummary(page)
  expect(ranges).toHaveLength(GOALS.length)
  expect(await violationsOn(page)).toEqual([])
  const shown = await readFrames(page, inSummary(ranges))
  await skip(page, 'Skip')
  await expect(page.locator('.summary-player')).toHaveCount(0)
  await expectPlaying(page)
  // The frames of the game at the chosen times are those of its whole recording.
  const chosen = await readFrames(page, inRecording(ranges, start))
  expect(shown).toEqual(chosen)

  // Play over both cuts: every frame is one of a range.
  await startSummary(page)
  const video = page.locator('.summary-player video')
  await recordFrames(page)
  await recordSound(page)
  for (const [index, { end_ms }] of ranges.entries()) {
    await video.evaluate(
      (element: HTMLVideoElement, at) => {
        element.currentTime = at
        return element.play()
      },
      end_ms / 1000 - 2,
    )
    if (index === ranges.length - 1) break
    await expect(page.getByText(`Catching up, ${index + 2} of 3`)).toBeVisible()
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(end_ms / 1000 + 1)
  }
  await expect(page.getByRole('heading', { name: 'That was the summary' })).toBeVisible()
  const seen = await seenFrames(page)
  expect(seen.length).toBeGreaterThan(FRAME_RATE)
  const count = countVideoFrames()
  const isChosen = (frame: number) =>
    chosen.some(({ first, last }) => (frame - first + count) % count <= (last - first + count) % count)
  expect(seen.filter(frame => !isChosen(frame))).toEqual([])

  // A seek may click. A cut does not.
  const { peak, steps } = await recordedSound(page)
  expect(peak).toBeGreaterThan(0.05)
  const cuts = ranges.slice(1).map(({ start_ms }) => start_ms / 1000)
  expect(steps.filter(({ at }) => cuts.some(cut => Math.abs(at - cut) < 1))).toEqual([])

  await page.getByRole('button', { name: 'Watch from the start' }).click()
  await expect.poll(async () => (await readFrame(page)).frame).toBeLessThan(8 * FRAME_RATE)
  await expectPlaying(page)
})

test('the condensed game is the time in which the clock ran, and no more', async ({ page, request }) => {
  const channel = `condensed-${Date.now()}`
  const game = await createGame(channel, 'starts: now -3h, duration: 1h')
  const scorer = await registerOperator(request, channel, 'owner')
  await addVideo(channel, game, makeLongVideo(CONDENSED_SECONDS))
  const [event] = await listEvents(request, 'finished', await apiKey(request, channel))
  if (!event) throw new Error('the channel has no game')
  const start = event.event_utc_ts * 1000
  const periods = RUNNING.map(([from, to]) => [start + from * 1000, start + to * 1000] as const)
  await addClock(scorer, event.id, periods)
  await page.goto(`${siteUrl(channel)}/watch/${event.id}`)
  await wakePlayer(page)

  const { ranges } = await startSummary(page, 'Condensed game')
  expect(ranges).toHaveLength(RUNNING.length)
  for (const [index, { at_ms, until_ms }] of ranges.entries()) {
    const [from, to] = periods[index] as readonly [number, number]
    expect(at_ms).toBeLessThanOrEqual(from)
    expect(at_ms).toBeGreaterThan(from - SEGMENT_MS)
    expect(until_ms).toBeGreaterThanOrEqual(to)
    expect(until_ms).toBeLessThan(to + SEGMENT_MS)
  }
  const shown = await readFrames(page, inSummary(ranges))
  await skip(page, 'Skip')
  await expect(page.locator('.summary-player')).toHaveCount(0)
  expect(await readFrames(page, inRecording(ranges, start))).toEqual(shown)
})

test('a viewer who comes late catches up with a live game, and ends at its edge', async ({
  page,
  request,
}) => {
  const channel = `catch-up-live-${Date.now()}`
  const game = await createGame(channel, 'starts: now -1m, duration: 2h')
  const scorer = await registerOperator(request, channel, 'owner')
  const stream = await openStream(game, channel)
  let encoder: ChildProcess | undefined
  try {
    encoder = await publishStream(stream)
    await page.goto(`${siteUrl(channel)}/watch/${stream.event_id}`)
    await expect(page.locator('video')).toHaveCount(1, { timeout: 90_000 })
    await expectPlaying(page)
    const start = Date.now()
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), {
        timeout: 120_000,
      })
      .toBeGreaterThan(60)
    await addGoals(scorer, stream.event_id, [start + 2000, start + 36_000])
    await expect(page.getByRole('button', { name: 'Catch me up' })).toBeVisible({ timeout: 60_000 })

    const { ranges, wait } = await startSummary(page)
    expect(wait).toBeLessThan(3 * MAX_MEDIAN_START_MS)
    expect(ranges).toHaveLength(2)
    await expect(page.getByText('Catching up, 1 of 2')).toBeVisible()
    const shown = await readFrames(page, inSummary(ranges))

    const playlist = page.waitForResponse(/\/live\/[^/]+\/(?!master|summary)[^/]+\.m3u8$/)
    await skip(page, 'Skip to live')
    // The playlist with parts has only the newest segments.
    const wholeUrl = (await playlist).url().replace('.parts.', '.')
    const whole = await page.evaluate(async url => (await fetch(url)).text(), wholeUrl)
    const [, date = ''] = /#EXT-X-PROGRAM-DATE-TIME:(.+)/.exec(whole) ?? []
    await expect(page.locator('.summary-player')).toHaveCount(0)
    await expectPlaying(page)
    expect(await readFrames(page, inRecording(ranges, Date.parse(date)))).toEqual(shown)

    await startSummary(page)
    await page.locator('.summary-player video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 1
      return video.play()
    })
    await expect(page.locator('.summary-player')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Go to live' })).toHaveAttribute('aria-disabled', 'true')
    await expectPlaying(page)
    await expect(page.getByRole('button', { name: 'Go to live' })).toHaveAttribute('aria-disabled', 'true')
  } finally {
    encoder?.kill()
    await stopStream(stream, channel)
  }
})
