import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runTouchline } from './commands'
import { FRAME_RATE, readFrame } from './frameCounter'
import { ffmpegPath, smallVideoPath } from './live'
import { applyPack, demoVideoPath } from './operator'
import type { Session } from './session'

export interface SummaryRange {
  start_ms: number
  end_ms: number
  at_ms: number
  until_ms: number
}

/** Create a channel with one free hockey game between two teams, and return the key of the game. */
export async function createGame(channel: string, when: string): Promise<string> {
  const game = `game-${Date.now()}`
  await applyPack({
    channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    participants:
      '- {key: owls, name: Owls, short_name: OWL, sport: hockey, category: hockey}\n' +
      '- {key: foxes, name: Foxes, short_name: FOX, sport: hockey, category: hockey}\n',
    events: `- {key: ${game}, away: owls, home: foxes, category: hockey, ${when}, pass: free}\n`,
  })
  return game
}

/** Return the number of frames after which the frame counter of `makeLongVideo` begins again. */
export function countVideoFrames(): number {
  const { seconds } = JSON.parse(readFileSync(demoVideoPath().replace(/mp4$/, 'json'), 'utf8'))
  return Math.round(seconds * FRAME_RATE)
}

/** The frequency of the tone in test videos. Its phase differs on both sides of each cut. */
const TONE_HZ = 441.3

/** Make a video of some seconds with a frame counter and a tone, and return its path. */
export function makeLongVideo(seconds: number): string {
  const path = join(mkdtempSync(join(tmpdir(), 'touchline-long-')), 'game.mp4')
  const source = smallVideoPath()
  const count = Math.ceil((seconds * FRAME_RATE) / countVideoFrames())
  const inputs = Array.from({ length: count }, () => ['-i', source])
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=${TONE_HZ}:sample_rate=48000`]
  const sound = [...tone, '-map', `${count}:a`, '-c:a', 'aac']
  const streams = inputs.map((_, index) => `[${index}:v]`).join('')
  const filter = `${streams}concat=n=${count}:v=1:a=0,setpts=N/${FRAME_RATE}/TB[picture]`
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-r', String(FRAME_RATE)]
  const keyframes = ['-g', String(2 * FRAME_RATE), '-sc_threshold', '0']
  const picture = ['-filter_complex', filter, '-map', '[picture]', ...codec, ...keyframes]
  const args = [...inputs.flat(), ...sound, ...picture, '-t', String(seconds), path]
  execFileSync(ffmpegPath(), ['-nostdin', '-v', 'error', ...args])
  return path
}

export const addVideo = (channel: string, event: string, path: string): Promise<string> =>
  runTouchline('recordings', 'add', path, '--event', event, '--channel', channel, '--inline')

/** Add a running clock from the first of these times, and a goal at each of them, in milliseconds since 1970. */
export async function addGoals(scorer: Session, eventId: number, times: readonly number[]): Promise<void> {
  const [first = 0] = times
  const goals = times.map(at_ms => ({ kind: 'scored', side: 'home', points: 1, type: 'goal', at_ms }))
  const entries = [{ kind: 'clock_started', at_ms: first - 1000 }, ...goals]
  await scorer.send('POST', `/studio/events/${eventId}/timeline`, {
    entries: entries.map(entry => ({ id: randomUUID(), ...entry })),
  })
}

/** Add a clock that runs in these periods, which are in milliseconds since 1970. */
export async function addClock(
  scorer: Session,
  eventId: number,
  periods: readonly (readonly [number, number])[],
): Promise<void> {
  const entries = periods.flatMap(([from, to]) => [
    { id: randomUUID(), kind: 'clock_started', at_ms: from },
    { id: randomUUID(), kind: 'clock_stopped', at_ms: to },
  ])
  await scorer.send('POST', `/studio/events/${eventId}/timeline`, { entries })
}

/** Press the button of a summary, and return its ranges and the milliseconds until its first frame. */
export async function startSummary(
  page: Page,
  button = 'Catch me up',
): Promise<{ ranges: SummaryRange[]; wait: number }> {
  const answer = page.waitForResponse(/\/summary\?/)
  await page.evaluate(name => {
    const started = new Promise<number>(resolve => {
      addEventListener(
        'click',
        () => {
          const pressedAt = performance.now()
          const observer = new MutationObserver(() => {
            const video = document.querySelector<HTMLVideoElement>('.summary-player video')
            if (!video) return
            observer.disconnect()
            video.requestVideoFrameCallback(now => resolve(now - pressedAt))
          })
          observer.observe(document.body, { childList: true, subtree: true })
        },
        { once: true, capture: true },
      )
    })
    Object.assign(window, { summaryStart: started, summaryButton: name })
  }, button)
  await page.getByRole('button', { name: button, exact: true }).click()
  const { data } = (await (await answer).json()) as { data: { ranges: SummaryRange[] } }
  const wait = await page.evaluate(
    () => (window as unknown as { summaryStart: Promise<number> }).summaryStart,
  )
  return { ranges: data.ranges, wait }
}

/** Pause the player at a position, and return the number of the frame that it shows there. */
export async function frameAt(page: Page, seconds: number): Promise<number> {
  await page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement, at) => {
      video.pause()
      const seeked = new Promise(resolve => video.addEventListener('seeked', resolve, { once: true }))
      video.currentTime = at
      return seeked
    }, seconds)
  return (await readFrame(page)).frame
}

/** The first and the last frame of a range. */
export interface RangeFrames {
  first: number
  last: number
}

/** Return the frames that the player shows at both ends of ranges, in seconds. */
export async function readFrames(
  page: Page,
  ranges: readonly { from: number; to: number }[],
): Promise<RangeFrames[]> {
  const half = 0.5 / FRAME_RATE
  const frames: RangeFrames[] = []
  for (const { from, to } of ranges) {
    frames.push({ first: await frameAt(page, from + half), last: await frameAt(page, to - half) })
  }
  return frames
}

/** Return where ranges are in the recording of a game that began at `start`, in milliseconds since 1970. */
export const inRecording = (ranges: readonly SummaryRange[], start: number) =>
  ranges.map(({ at_ms, until_ms }) => ({ from: (at_ms - start) / 1000, to: (until_ms - start) / 1000 }))

/** Return where ranges are in the summary. */
export const inSummary = (ranges: readonly SummaryRange[]) =>
  ranges.map(({ start_ms, end_ms }) => ({ from: start_ms / 1000, to: end_ms / 1000 }))

/** Record the number of each frame that the summary presents from now on. */
export const recordFrames = (page: Page): Promise<void> =>
  page.locator('.summary-player video').evaluate((video: HTMLVideoElement) => {
    const seen: number[] = []
    Object.assign(window, { seenFrames: seen })
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const read = () => {
      const { videoWidth: width, videoHeight: height } = video
      canvas.width = width
      canvas.height = 1
      const y = Math.floor((44.5 / 45) * height)
      context?.drawImage(video, 0, y, width, 1, 0, 0, width, 1)
      const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, width, 1) ?? {}
      const level = (cell: number) => data[4 * Math.floor(((60 + cell + 0.5) / 80) * width)] ?? 0
      const middle = (level(0) + level(1)) / 2
      seen.push(
        Array.from({ length: 16 }, (_, bit) => bit).reduce(
          (sum, bit) => 2 * sum + Number(level(bit + 2) > middle),
          0,
        ),
      )
      video.requestVideoFrameCallback(read)
    }
    video.requestVideoFrameCallback(read)
  })

export const seenFrames = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { seenFrames: number[] }).seenFrames)

/** A step between two samples of the sound, and the position of the player at that time. */
export interface SoundStep {
  at: number
  step: number
}

/** Record the sound of the summary from now on: its loudest sample, and all steps that a tone of `TONE_HZ` has not. */
export const recordSound = (page: Page): Promise<void> =>
  page.locator('.summary-player video').evaluate((video: HTMLVideoElement, hertz) => {
    const context = new AudioContext()
    const { captureStream } = video as unknown as { captureStream(): MediaStream }
    const source = context.createMediaStreamSource(captureStream.call(video))
    const sound = { peak: 0, steps: [] as SoundStep[] }
    Object.assign(window, { summarySound: sound })
    const recorder = context.createScriptProcessor(4096, 1, 1)
    const steepest = (3 * 2 * Math.PI * hertz) / context.sampleRate
    let last = 0
    recorder.onaudioprocess = ({ inputBuffer }) => {
      for (const sample of inputBuffer.getChannelData(0)) {
        sound.peak = Math.max(sound.peak, Math.abs(sample))
        const step = Math.abs(sample - last)
        if (step > steepest * sound.peak) sound.steps.push({ at: video.currentTime, step })
        last = sample
      }
    }
    source.connect(recorder).connect(context.destination)
  }, TONE_HZ)

export const recordedSound = (page: Page): Promise<{ peak: number; steps: SoundStep[] }> =>
  page.evaluate(
    () => (window as unknown as { summarySound: { peak: number; steps: SoundStep[] } }).summarySound,
  )
