import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import {
  ffmpegPath,
  type LiveStream,
  openStream,
  publishStream,
  stopStream,
  waitForExit,
} from './support/live'
import { createEvent, ownChannelSlug, siteUrl } from './support/operator'

/** A channel with only the game of this test. */
const CHANNEL = ownChannelSlug('stadium')
const SECONDS = 8

interface EncoderSettings {
  size: string
  audio: boolean
  rate: number
  /** Seconds between keyframes. */
  keys: number
}

const DEFAULT_SETTINGS: EncoderSettings = { size: '320x180', audio: true, rate: 25, keys: 2 }
/** The encoder sends these one after the other, each in a new connection. */
const ENCODER_RUNS: EncoderSettings[] = [
  DEFAULT_SETTINGS,
  { ...DEFAULT_SETTINGS, audio: false },
  { ...DEFAULT_SETTINGS, size: '640x360', rate: 50 },
  { ...DEFAULT_SETTINGS, keys: 7 },
]

function encodeVideo(
  { size, audio: sound, rate, keys }: EncoderSettings,
  folder: string,
  name: string,
): string {
  const file = join(folder, `${name}.mp4`)
  const audioInput = sound
    ? ['-f', 'lavfi', '-i', 'sine=frequency=1000:sample_rate=48000', '-c:a', 'aac']
    : []
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-pix_fmt', 'yuv420p']
  const grid = ['-g', String(keys * rate), '-sc_threshold', '0', '-t', String(SECONDS)]
  const input = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}`, ...audioInput]
  execFileSync(ffmpegPath(), ['-nostdin', '-v', 'error', '-y', ...input, ...coded, ...grid, file])
  return file
}

/** Return the position of the player, in seconds from the start of the stream. */
const playerPosition = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

async function publishAll(stream: LiveStream, videos: readonly string[]): Promise<void> {
  for (const footage of videos) {
    // Like an encoder, connect again after a rejection.
    await expect(async () => {
      expect(await waitForExit(await publishStream(stream, stream.key, ['-i', footage]))).toBe(0)
    }).toPass()
  }
}

test('playback continues when the audio, size, frame rate and keyframes of a game change', {
  tag: '@nightly',
}, async ({ page }) => {
  test.setTimeout(360_000)
  const folder = mkdtempSync(join(tmpdir(), 'touchline-changes-'))
  const videos = ENCODER_RUNS.map((footage, number) => encodeVideo(footage, folder, String(number)))
  const stream = await openStream(await createEvent(CHANNEL, 'starts: now -1m, duration: 2h'), CHANNEL)
  await page.goto(`${siteUrl(CHANNEL)}/watch/${stream.event_id}`)
  const published = publishAll(stream, videos)
  await expect(page.locator('video')).toHaveCount(1, { timeout: 60_000 })
  await expect.poll(() => playerPosition(page), { timeout: 60_000 }).toBeGreaterThan(0.5)
  await published
  // Playback passes every change and reaches the last seconds of the last video.
  await expect
    .poll(() => playerPosition(page), { timeout: 60_000 })
    .toBeGreaterThan((ENCODER_RUNS.length - 1) * SECONDS + SECONDS / 2)
  await expect(page.getByText('The video stopped')).toHaveCount(0)
  await stopStream(stream, CHANNEL)
})
