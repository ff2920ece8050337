// @vitest-environment jsdom
import Hls, { type HlsConfig, type LoaderCallbacks, type PlaylistLoaderContext } from 'hls.js/light'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LowDelayMode } from './LowDelayMode'
import { createPartsLoader } from './PartsLoader'
import { PublishedStream } from './publishedStream'

const FOLDER = 'http://a.test/media/t/live/7/'
const TICK_MS = 500
const LOW_LEVEL = 0
const HIGH_LEVEL = 1

let stream: PublishedStream
let isReachable: boolean
let hls: Hls
let mode: LowDelayMode
let distanceToEdge: number
/** What hls.js has misunderstood, as sentences. */
let mistakes: string[]

/** A loader that answers from the stream, after some milliseconds. */
class StreamLoader {
  context: unknown
  stats = {
    ...{ aborted: false, loaded: 1, total: 1, retry: 0, chunkCount: 0, bwEstimate: 0 },
    loading: { start: 0, first: 0, end: 0 },
    parsing: { start: 0, end: 0 },
    buffering: { start: 0, first: 0, end: 0 },
  }
  private timer: ReturnType<typeof setTimeout> | undefined
  abort = () => clearTimeout(this.timer)
  destroy = () => clearTimeout(this.timer)
  load(context: PlaylistLoaderContext, _: unknown, callbacks: LoaderCallbacks<PlaylistLoaderContext>): void {
    this.context = context
    this.stats.loading.start = performance.now()
    const name = context.url.slice(FOLDER.length).replace(/\?.*/, '')
    this.timer = setTimeout(() => {
      this.stats.loading.first = this.stats.loading.end = performance.now()
      if (!isReachable) callbacks.onError({ code: 0, text: '' }, context, null, this.stats)
      else
        callbacks.onSuccess(
          { url: context.url, data: stream.read(name), code: 200 },
          this.stats,
          context,
          null,
        )
    }, 20)
  }
}

/** Let time pass while the stream goes on. */
async function play(seconds: number, { isPublished = true } = {}): Promise<void> {
  for (let left = seconds; left > 0; left -= TICK_MS / 1_000) {
    if (isPublished) stream.publish(TICK_MS / 1_000)
    await vi.advanceTimersByTimeAsync(TICK_MS)
  }
}

/** Load the stream, and check each playlist that hls.js has merged. */
async function load(published: PublishedStream): Promise<void> {
  stream = published
  mode = new LowDelayMode(true, () => distanceToEdge)
  hls = new Hls({
    autoStartLoad: false,
    enableWorker: false,
    pLoader: createPartsLoader(mode, StreamLoader as unknown as HlsConfig['loader']),
  })
  hls.on(Hls.Events.MANIFEST_LOADED, (_, { sessionData }) => {
    mode.offer(sessionData)
    hls.startLoad(-1)
  })
  hls.on(Hls.Events.ERROR, (_, { details }) => isReachable && mistakes.push(details))
  hls.on(Hls.Events.LEVEL_UPDATED, (_, { details }) => {
    const length = details.edge - details.fragmentStart
    // A playlist may be a part older than the stream.
    if (Math.abs(stream.listed - length) > 1) mistakes.push(`${length} s are ${stream.listed} s long`)
    for (const [i, fragment] of details.fragments.entries()) {
      const next = details.fragments[i + 1]
      if (next && Math.abs(next.start - fragment.end) > 0.01) mistakes.push(`a gap at ${fragment.end}`)
      if (next && next.sn !== Number(fragment.sn) + 1)
        mistakes.push(`segment ${next.sn} after ${fragment.sn}`)
    }
  })
  hls.loadSource(`${FOLDER}index.m3u8`)
  await play(4)
}

/** Return the discontinuity numbers of the newest segments, and of the segment in progress. */
const newestDiscontinuities = (count: number) => {
  const details = hls.latestLevelDetails
  return [...(details?.fragments ?? []), details?.fragmentHint].slice(-count).map(fragment => fragment?.cc)
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 30, 18) })
  vi.stubGlobal('MediaSource', { isTypeSupported: () => true })
  isReachable = true
  distanceToEdge = 2
  mistakes = []
})

afterEach(() => {
  hls.destroy()
  vi.useRealTimers()
})

function startedStream(window?: number): PublishedStream {
  const published = new PublishedStream(window)
  published.publish(1_180)
  return published
}

test.each([
  ['an event that keeps everything', undefined],
  ['an event that keeps ten minutes', 600],
])('%s keeps its length when the rendition changes', async (_, window) => {
  await load(startedStream(window))
  for (const level of [LOW_LEVEL, HIGH_LEVEL, LOW_LEVEL, HIGH_LEVEL]) {
    hls.loadLevel = level
    await play(level === LOW_LEVEL ? 40 : 6)
  }
  expect(mistakes).toEqual([])
})

test.each([0, 30])(
  'a change of the encoder after %i s keeps the length and counts one discontinuity',
  async pause => {
    await load(startedStream())
    await play(6.5)
    stream.changeEncoder(pause)
    await play(pause, { isPublished: false })
    await play(20.5)
    expect(newestDiscontinuities(3)).toEqual([1, 1, 1])
    for (const level of [LOW_LEVEL, HIGH_LEVEL]) {
      hls.loadLevel = level
      await play(8)
      expect(newestDiscontinuities(3)).toEqual([1, 1, 1])
    }
    await play(60)
    stream.changeEncoder()
    await play(9)
    expect(newestDiscontinuities(3)).toEqual([2, 2, 2])
    expect(mistakes).toEqual([])
  },
)

test('a window that discontinuities have left keeps its length', async () => {
  await load(startedStream(60))
  for (let change = 0; change < 4; change++) {
    stream.changeEncoder()
    await play(31.5)
    hls.loadLevel = change % 2
  }
  expect(mistakes).toEqual([])
})

test('a viewer who watches an earlier moment and returns to live has the newest part', async () => {
  await load(startedStream())
  distanceToEdge = 600
  await play(61)
  distanceToEdge = 2
  await play(6)
  expect(hls.latestLevelDetails?.edge).toBeGreaterThanOrEqual(stream.published - 0.5)
  expect(mistakes).toEqual([])
})

test('a weak line that falls back to whole segments keeps the length', async () => {
  await load(startedStream())
  await play(7.5)
  mode.turnOff()
  hls.lowLatencyMode = false
  await play(20)
  hls.loadLevel = LOW_LEVEL
  await play(20)
  expect(hls.latestLevelDetails?.partList).toBeNull()
  // A playlist of whole segments ends up to a segment and a reload before the newest part.
  expect(mistakes.filter(mistake => !mistake.includes(' s long'))).toEqual([])
  expect(hls.latestLevelDetails?.totalduration).toBeGreaterThan(stream.published - 5)
  expect(hls.latestLevelDetails?.totalduration).toBeLessThanOrEqual(stream.published)
})

test('a laptop that slept for a minute goes on', async () => {
  await load(startedStream())
  isReachable = false
  await play(60)
  isReachable = true
  hls.startLoad()
  await play(10)
  expect(mistakes).toEqual([])
  expect(hls.latestLevelDetails?.edge).toBeGreaterThan(stream.published - 1)
})

test('the end of the stream is its length, and stops the reloads', async () => {
  await load(startedStream())
  await play(5.5)
  stream.end()
  await play(5, { isPublished: false })
  expect(hls.latestLevelDetails?.live).toBe(false)
  expect(hls.latestLevelDetails?.totalduration).toBe(stream.published)
  expect(mistakes).toEqual([])
})
