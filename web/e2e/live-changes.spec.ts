import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { ended, ffmpeg, type LiveStream, opened, publish, stop } from './support/live'
import { ownGame, siteOf } from './support/operator'

/** The channel that has nothing but the game of this journey. */
const CHANNEL = 'arena'
const SECONDS = 8
/** The longest that the player may stand still, beyond the time in which nobody sends. */
const PATIENCE_MS = 4_000

interface Film {
  size: string
  sound: boolean
  rate: number
  /** Seconds between key frames. */
  keys: number
}

const PLAIN: Film = { size: '320x180', sound: true, rate: 25, keys: 2 }
/** What an encoder sends one after the other, each in a connection of its own. */
const TAKES: Film[] = [
  PLAIN,
  { ...PLAIN, sound: false },
  PLAIN,
  { ...PLAIN, size: '640x360' },
  { ...PLAIN, rate: 50 },
  { ...PLAIN, keys: 7 },
]

function made({ size, sound, rate, keys }: Film, folder: string, name: string): string {
  const file = join(folder, `${name}.mp4`)
  const heard = sound ? ['-f', 'lavfi', '-i', 'sine=frequency=1000:sample_rate=48000', '-c:a', 'aac'] : []
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-pix_fmt', 'yuv420p']
  const grid = ['-g', String(keys * rate), '-sc_threshold', '0', '-t', String(SECONDS)]
  const input = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}`, ...heard]
  execFileSync(ffmpeg(), ['-nostdin', '-v', 'error', '-y', ...input, ...coded, ...grid, file])
  return file
}

/** Notes in the page, from now on, the longest time for which the player stands still. */
const watchForStalls = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { at: -1, since: performance.now(), longest: 0 }
    Object.assign(window, { seen })
    setInterval(() => {
      const at = document.querySelector('video')?.currentTime ?? -1
      const now = performance.now()
      if (at !== seen.at) Object.assign(seen, { at, since: now })
      seen.longest = Math.max(seen.longest, now - seen.since)
    }, 100)
  })

const longestStall = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { seen: { longest: number } }).seen.longest)

async function sendAll(stream: LiveStream, films: readonly string[]): Promise<number> {
  let longestGap = 0
  let leftAt = Date.now()
  for (const film of films) {
    // As encoders do, it comes again where it was refused.
    await expect(async () => {
      const encoder = await publish(stream, stream.key, ['-i', film])
      const cameAt = Date.now()
      expect(await ended(encoder)).toBe(0)
      longestGap = Math.max(longestGap, cameAt - leftAt)
    }).toPass()
    leftAt = Date.now()
  }
  return longestGap
}

test('a game whose sound, size, rate and key frames change plays on', async ({ page }) => {
  test.setTimeout(360_000)
  const folder = mkdtempSync(join(tmpdir(), 'touchline-changes-'))
  const [first = '', ...others] = TAKES.map((film, number) => made(film, folder, String(number)))
  const stream = opened(ownGame(CHANNEL, 'starts: now -1m, duration: 2h'), CHANNEL)
  await page.goto(`${siteOf(CHANNEL)}/watch/${stream.event_id}`)
  const begun = sendAll(stream, [first])
  await expect(page.locator('video')).toHaveCount(1, { timeout: 60_000 })
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), {
      timeout: 60_000,
    })
    .toBeGreaterThan(0.5)
  await watchForStalls(page)
  await begun
  const gap = await sendAll(stream, others)
  expect(await longestStall(page)).toBeLessThan(gap + PATIENCE_MS)
  await expect(page.getByText('The video stopped')).toHaveCount(0)
  const shown = await page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)
  expect(shown).toBeGreaterThan(0)
  stop(stream, CHANNEL)
})
