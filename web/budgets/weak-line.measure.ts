import { spawn } from 'node:child_process'
import { type Browser, type Page, test } from '@playwright/test'
import { server } from '../e2e/support/api'
import { environment, root } from '../e2e/support/deployment'
import { pictureDelay, wakePlayer } from '../e2e/support/frameCounter'
import { channelSiteUrl, openNewEvent, stopStream } from '../e2e/support/live'
import { expectPlaying } from '../e2e/support/playing'
import { median, writeResults } from './results'

const SECONDS = Number(process.env.BUDGET_SECONDS ?? 120)
/** The line carries this many times the bitrate of the lowest rendition. */
const RATE = Number(process.env.BUDGET_RATE ?? 1.2)
const LATENCY_MS = Number(process.env.BUDGET_LATENCY_MS ?? 200)
const PAUSE_MS = 250

interface Playback {
  stalls: number
  stalledSeconds: number
  delaySeconds: number
}

/** Open the watch page in its own context. Without parts, the master playlist does not announce them. */
async function openViewer(browser: Browser, eventId: number, { hasParts }: { hasParts: boolean }) {
  const page = await browser.newPage()
  let lowestBitrate = Number.POSITIVE_INFINITY
  await page.route('**/master.m3u8*', async route => {
    // Node does not know the names of the channels' sites.
    const response = await route.fetch({ url: new URL(new URL(route.request().url()).pathname, server).href })
    const text = await response.text()
    const bitrates = [...text.matchAll(/STREAM-INF:BANDWIDTH=(\d+).*RESOLUTION/g)].map(([, rate]) =>
      Number(rate),
    )
    lowestBitrate = Math.min(lowestBitrate, ...bitrates)
    await route.fulfill({ response, body: hasParts ? text : text.replace(/^#EXT-X-SESSION-DATA:.*\n/m, '') })
  })
  await page.goto(`${channelSiteUrl}/watch/${eventId}`)
  await wakePlayer(page)
  // Only a page that was open before the stream started plays without a click.
  await page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => {
      video.muted = true
      return video.play()
    })
  await expectPlaying(page)
  return { page, getLowestBitrate: () => lowestBitrate }
}

/** Make the line of a page weak. */
async function throttle(page: Page, bitsPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const throughput = bitsPerSecond / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/** Watch for some time, and return how often and how long the picture stood still. */
async function watch(page: Page): Promise<Playback> {
  const delays: number[] = []
  const stalls = page
    .locator('video')
    .first()
    .evaluate(
      (element, [seconds, pause]) =>
        new Promise<{ stalls: number; stalledSeconds: number }>(resolve => {
          const video = element as HTMLVideoElement
          const endsAt = performance.now() + seconds * 1_000
          let [position, lookedAt, stallCount, stalledMs, isStalled] = [
            video.currentTime,
            performance.now(),
            0,
            0,
            false,
          ]
          const timer = setInterval(() => {
            const now = performance.now()
            const stands = video.currentTime === position
            if (stands) stalledMs += now - lookedAt
            if (stands && !isStalled) stallCount++
            ;[position, lookedAt, isStalled] = [video.currentTime, now, stands]
            if (now < endsAt) return
            clearInterval(timer)
            resolve({ stalls: stallCount, stalledSeconds: stalledMs / 1_000 })
          }, pause)
        }),
      [SECONDS, PAUSE_MS] as const,
    )
  for (let sample = 0; sample < SECONDS / 10; sample++) {
    await page.waitForTimeout(8_000)
    delays.push(await pictureDelay(page).catch(() => Number.NaN))
  }
  const known = delays.filter(delay => !Number.isNaN(delay))
  return { ...(await stalls), delaySeconds: median(known) }
}

test('a weak line, with parts and with whole segments', async ({ browser }) => {
  const stream = await openNewEvent()
  const encoder = spawn(
    'python',
    ['-m', 'contracts.nightly.budgets.clock_encoder', `${stream.server}/${stream.key}`],
    { cwd: root, env: environment },
  )
  try {
    const parts = await openViewer(browser, stream.event_id, { hasParts: true })
    const segments = await openViewer(browser, stream.event_id, { hasParts: false })
    const bitsPerSecond = parts.getLowestBitrate() * RATE
    await Promise.all([parts, segments].map(({ page }) => throttle(page, bitsPerSecond)))
    const [withParts, withSegments] = await Promise.all([watch(parts.page), watch(segments.page)])
    writeResults({ bitsPerSecond, parts: withParts, segments: withSegments })
  } finally {
    encoder.kill()
    await stopStream(stream)
  }
})
