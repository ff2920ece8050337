import { type ChildProcess, execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { apiKey, getEvent, listFinishedEvents, server, VOD } from './support/api'
import { chooseSetting } from './support/captions'
import { runTouchline } from './support/commands'
import { environment, root } from './support/deployment'
import { type LiveStream, openStream, publishStream, stopStream } from './support/live'
import { createEvent, ownChannelSlug, siteUrl } from './support/operator'

const CHANNEL = ownChannelSlug('bilingual')
const SECONDS = 150
/** The tones of the two commentaries, in Hz. */
const ENGLISH = 440
const FRENCH = 1320

const python = (...words: string[]): string =>
  execFileSync('python', words, { env: environment, encoding: 'utf8', cwd: root }).trim()

/** Create a video with English and French commentary and an embedded caption every two seconds. */
function createBilingualVideo(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-sounds-'))
  const ffmpeg = python('-c', 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
  const tone = (hertz: number) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=${SECONDS}`]
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=25:d=${SECONDS}`]
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50', '-c:a', 'aac']
  const languages = ['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=fra']
  const mapped = ['-map', '0:v', '-map', '1:a', '-map', '2:a']
  const [plain, withTracks] = [join(folder, 'plain.ts'), join(folder, 'captioned.ts')]
  const made = [...picture, ...tone(ENGLISH), ...tone(FRENCH), ...mapped, ...coded, ...languages, plain]
  execFileSync(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...made])
  python('-m', 'adapters.video.tests.captioned_video', plain, withTracks, String(SECONDS))
  return withTracks
}

async function addEvent(withTracks: string): Promise<void> {
  const key = await createEvent(CHANNEL, 'starts: now -24h, duration: 150s')
  const added = await runTouchline(
    'recordings',
    'add',
    withTracks,
    '--event',
    key,
    '--channel',
    CHANNEL,
    '--wait',
    '--json',
  )
  expect(JSON.parse(added)).toMatchObject({ state: 'ready', has_captions: true })
}

async function eventPath(request: APIRequestContext): Promise<string> {
  const [game] = await listFinishedEvents(request, await apiKey(request, CHANNEL))
  if (!game) throw new Error('the channel has no recorded game')
  return `${siteUrl(CHANNEL)}/watch/${game.id}`
}

/** Return the bytes of the audio segments that the page has loaded. */
const receivedAudioBytes = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/audio\/\d+\.ts/.test(name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )

/** Return the frequency of the tone that the page is playing, in Hz. */
const audibleFrequency = (page: Page): Promise<number> =>
  page.locator('video').evaluate(async (video: HTMLVideoElement & { tuner?: AnalyserNode }) => {
    if (!video.tuner) {
      const context = new AudioContext()
      await context.resume()
      video.tuner = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 })
      context.createMediaElementSource(video).connect(video.tuner).connect(context.destination)
    }
    const { tuner } = video
    const bins = new Uint8Array(tuner.frequencyBinCount)
    tuner.getByteFrequencyData(bins)
    const top = Math.max(...bins)
    const hertz = (bins.indexOf(top) * tuner.context.sampleRate) / tuner.fftSize
    return top > 100 ? Math.round(hertz / 110) * 110 : 0
  })

async function turnCaptionsOn(page: Page): Promise<void> {
  await chooseSetting(page, /^Captions/, 'Captions')
  await expect(page.locator('.plyr__captions')).toHaveText(/^Caption \d+$/)
}

/** Turn captions on, and expect a caption that matches the position of the video. */
async function expectCaption(page: Page): Promise<void> {
  await turnCaptionsOn(page)
  const { at, text } = await page.evaluate(() => ({
    at: document.querySelector('video')?.currentTime ?? 0,
    text: document.querySelector('.plyr__captions')?.textContent ?? '',
  }))
  expect(Math.abs(Number(text.replace('Caption ', '')) * 2 - 1 - at)).toBeLessThan(2)
}

/** Start an encoder that sends both commentaries with their languages by SRT. */
const publishBySrt = (stream: LiveStream): Promise<ChildProcess> => {
  const mapped = ['-map', '0:v', '-map', '0:a:0', '-map', '0:a:1']
  return publishStream(stream, stream.key, ['-i', captionedVideo, ...mapped], ['-f', 'mpegts', stream.srt])
}

const play = (page: Page) => page.locator('.player').getByRole('button', { name: 'Play' }).first().click()

test.describe.configure({ mode: 'serial', timeout: 180_000 })
let captionedVideo = ''
test.beforeAll(async () => {
  test.setTimeout(300_000)
  captionedVideo = createBilingualVideo()
  await addEvent(captionedVideo)
})

test('a viewer switches the commentary and turns on captions', async ({ page, request }) => {
  await page.goto(await eventPath(request))
  await play(page)
  await expect.poll(() => audibleFrequency(page)).toBe(ENGLISH)
  await chooseSetting(page, /^Audio/, 'Français')
  await expect.poll(() => audibleFrequency(page)).toBe(FRENCH)
  await chooseSetting(page, /^Audio/, 'English')
  await expect.poll(() => audibleFrequency(page)).toBe(ENGLISH)
  await expectCaption(page)
})

test('a viewer of a live game switches the commentary, and the recording keeps both', async ({
  page,
  request,
}) => {
  const stream = await openStream(await createEvent(CHANNEL, 'starts: now -1m, duration: 2h'), CHANNEL)
  const encoder = await publishBySrt(stream)
  try {
    await page.goto(`${siteUrl(CHANNEL)}/watch/${stream.event_id}`)
    await expect(page.locator('video')).toHaveCount(1, { timeout: 60_000 })
    await expect.poll(() => audibleFrequency(page), { timeout: 30_000 }).toBe(ENGLISH)
    await chooseSetting(page, /^Audio/, 'Français')
    await expect.poll(() => audibleFrequency(page)).toBe(FRENCH)
    await page.reload()
    await play(page)
    await expect.poll(() => audibleFrequency(page), { timeout: 30_000 }).toBe(FRENCH)
    await chooseSetting(page, /^Audio/, 'English')
    await expect.poll(() => audibleFrequency(page)).toBe(ENGLISH)
  } finally {
    encoder.kill()
    await stopStream(stream, CHANNEL)
  }
  await expect
    .poll(async () => (await getEvent(request, await apiKey(request, CHANNEL), stream.event_id)).media, {
      timeout: 120_000,
    })
    .toContainEqual(expect.objectContaining({ type: VOD }))
  await page.goto(`${siteUrl(CHANNEL)}/watch/${stream.event_id}`)
  await play(page)
  await expect.poll(() => audibleFrequency(page)).toBe(ENGLISH)
  await chooseSetting(page, /^Audio/, 'Français')
  await expect.poll(() => audibleFrequency(page)).toBe(FRENCH)
})

test('a link plays only the audio, with little data, until the viewer wants the video', async ({
  page,
  request,
}) => {
  const isVideo = (url: string) => /\/v\d+\/\d+\.ts/.test(url)
  const videoRequests: string[] = []
  page.on('request', sent => isVideo(sent.url()) && videoRequests.push(sent.url()))
  await page.goto(`${await eventPath(request)}?audio=1`)
  await play(page)
  await expect(page.getByRole('button', { name: 'Show video' })).toBeVisible()
  await expect.poll(() => audibleFrequency(page)).toBe(ENGLISH)
  const buffered = () =>
    page.locator('video').evaluate(({ buffered: ranges }: HTMLVideoElement) => ranges.end(ranges.length - 1))
  await expect.poll(buffered, { timeout: 60_000 }).toBeGreaterThan(15)
  const bitrate = ((await receivedAudioBytes(page)) * 8) / (await buffered())
  expect(bitrate).toBeGreaterThan(30_000)
  expect(bitrate).toBeLessThan(150_000)
  expect(videoRequests).toEqual([])
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBeTruthy()
  const position = await page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime)
  await page.getByRole('button', { name: 'Show video' }).click()
  await expect
    .poll(() => page.locator('video').evaluate(item => (item as HTMLVideoElement).videoWidth))
    .toBe(320)
  await expect(page.getByRole('button', { name: 'Show video' })).toHaveCount(0)
  await expect
    .poll(() => page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
    .toBeGreaterThan(position)
  await chooseSetting(page, /^Quality/, 'Audio only')
  await expect(page.getByRole('button', { name: 'Show video' })).toBeVisible()
  await expect.poll(() => audibleFrequency(page)).toBe(ENGLISH)
})

test('a viewer on a phone switches the commentary in the settings overlay', { tag: '@nightly' }, async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await eventPath(request))
  await play(page)
  await chooseSetting(page, /^Audio/, 'Français')
  await expect.poll(() => audibleFrequency(page)).toBe(FRENCH)
})

test('embedded captions are shown if the playlist has no subtitles', { tag: '@nightly' }, async ({
  page,
  request,
}) => {
  await page.route('**/master.m3u8', async route => {
    const text = await (await request.get(`${server}${new URL(route.request().url()).pathname}`)).text()
    const body = text.replace(/#EXT-X-MEDIA:TYPE=(?:SUBTITLES|AUDIO).*\n|,(?:SUBTITLES|AUDIO)="\w+"/g, '')
    await route.fulfill({ contentType: 'application/vnd.apple.mpegurl', body })
  })
  await page.goto(await eventPath(request))
  await play(page)
  await expectCaption(page)
})

test('embedded captions of a live game can be turned on', { tag: '@nightly' }, async ({ page }) => {
  const stream = await openStream(await createEvent(CHANNEL, 'starts: now -1m, duration: 2h'), CHANNEL)
  const encoder = await publishStream(stream, stream.key, [
    '-i',
    captionedVideo,
    '-map',
    '0:v',
    '-map',
    '0:a:0',
  ])
  try {
    await page.goto(`${siteUrl(CHANNEL)}/watch/${stream.event_id}`)
    await expect(page.locator('video')).toHaveCount(1, { timeout: 60_000 })
    await turnCaptionsOn(page)
    const first = await page.locator('.plyr__captions').textContent()
    await expect(page.locator('.plyr__captions')).not.toHaveText(first ?? '')
    await expect(page.locator('.plyr__captions')).toHaveText(/^Caption \d+$/)
  } finally {
    encoder.kill()
    await stopStream(stream, CHANNEL)
  }
})
