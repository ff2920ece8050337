// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { HlsStream } from './HlsStream'

const {
  calls,
  newest,
  Fake: FakeHls,
} = vi.hoisted(() => {
  /** What the stream asks of hls.js, in order. */
  const calls: string[] = []
  type Handler = (event: string, data: object) => void
  const newest = {
    fire: (_: string, __: object): void => undefined,
    levels: [] as { height: number }[],
    details: null as object | null,
  }
  class Fake {
    static Events = {
      MANIFEST_LOADED: 'manifest loaded',
      MANIFEST_PARSED: 'manifest parsed',
      LEVEL_LOADED: 'level loaded',
      ERROR: 'error',
    }
    static DefaultConfig = { loader: class {}, abrController: class {} }
    readonly handlers: [string, Handler][] = []
    audioTracks = []
    autoLevelCapping = -1
    constructor(readonly config: Record<string, unknown>) {
      newest.fire = (event, data) => {
        for (const [name, handle] of this.handlers) if (name === event) handle(event, data)
      }
    }
    get levels() {
      return newest.levels
    }
    get latestLevelDetails() {
      return newest.details
    }
    set nextLevel(number: number) {
      calls.push(`rendition ${number}`)
    }
    on = (event: string, handle: Handler) => this.handlers.push([event, handle])
    attachMedia = () => undefined
    loadSource = (url: string) => {
      newest.details = null
      calls.push(`load ${url}`)
    }
    startLoad = (at = -1) => calls.push(`start at ${at}`)
    pauseBuffering = () => calls.push('hold segments')
    resumeBuffering = () => calls.push('load segments')
    destroy = () => undefined
  }
  return { calls, newest, Fake }
})
vi.mock('hls.js/light', () => ({ default: FakeHls }))

const START = Date.UTC(2026, 10, 30, 18)
const VIDEO_LEVELS = [{ height: 720 }, { height: 360 }]
const faults: string[] = []
let stream: HlsStream

/** Answer the newest request: a stream whose window starts `windowStart` seconds after the event. */
function answer(windowStart = 0, levels: { height: number }[] = VIDEO_LEVELS): void {
  newest.levels = levels
  newest.fire('manifest parsed', { levels, audioTracks: [], subtitleTracks: [] })
  newest.fire('manifest loaded', { captions: [] })
  const fragments = [{ start: 0, duration: 600, programDateTime: START + windowStart * 1_000 }]
  const details = { live: true, fragmentStart: 0, edge: 600, fragments }
  newest.details = details
  newest.fire('level loaded', { details })
}

const refuse = (signature: string, fatal = false) =>
  newest.fire('error', {
    ...{ type: 'networkError', details: 'fragLoadError', fatal, response: { code: 403 } },
    networkDetails: { responseURL: `http://localhost:3000/${signature}/film/small/1-00001.ts` },
  })

beforeEach(() => {
  faults.length = 0
  stream = new HlsStream(document.createElement('video'), {
    manifest: () => undefined,
    rendition: () => undefined,
    captions: () => undefined,
    fault: fault => faults.push(fault),
  })
  stream.load('/old/film/master.m3u8', 0)
  calls.length = 0
})

test('the chosen rendition is kept when the stream is reloaded', () => {
  answer()
  stream.selectRendition(360)
  stream.load('/new/film/audio.m3u8', 0)
  answer(0, [{ height: 0 }])
  stream.load('/new/film/master.m3u8', 0)
  calls.length = 0
  answer()
  expect(calls).toEqual(['rendition 1', 'start at -1'])
  stream.selectRendition(0)
  stream.load('/new/film/master.m3u8', 0)
  calls.length = 0
  answer()
  expect(calls).toEqual(['start at -1'])
})

test.each([
  ['has moved by four minutes', 240, ['start at 300', 'start at 60']],
  ['has left the moment behind', 500, ['start at 300', 'start at 0']],
  ['has not moved', 0, ['start at 300']],
])(
  'a viewer who was in the past sees the same moment after a reload if the window %s',
  (_, moved, expected) => {
    answer(0)
    stream.load('/new/film/master.m3u8', 300)
    // The second attempt keeps the moment, although the first one knew nothing of the stream.
    stream.load('/newer/film/master.m3u8', 300)
    calls.length = 0
    answer(moved)
    expect(calls).toEqual(expected)
  },
)

test('a late refusal of an old signature is no new fault', () => {
  answer()
  refuse('old')
  expect(faults).toEqual(['forbidden'])
  stream.renew('/new/film/master.m3u8')
  calls.length = 0
  refuse('old')
  expect([faults.length, calls]).toEqual([1, []])
  refuse('old', true)
  expect([faults.length, calls]).toEqual([1, ['start at -1']])
  refuse('new')
  expect(faults).toEqual(['forbidden', 'forbidden'])
})

test('a held stream loads its playlists, and segments only when it is let go or loaded again', () => {
  stream.load('/old/film/master.m3u8', 0, true)
  calls.length = 0
  answer()
  expect(calls).toEqual(['start at -1', 'hold segments'])
  stream.loadSegments()
  expect(calls.at(-1)).toBe('load segments')
  stream.load('/old/film/audio.m3u8', 0)
  calls.length = 0
  answer()
  expect(calls).toEqual(['start at -1'])
})
