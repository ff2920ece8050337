import type { HlsConfig, LoaderCallbacks, PlaylistLoaderContext } from 'hls.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LowDelayMode } from './LowDelayMode'
import { createPartsLoader } from './PartsLoader'

type Callbacks = LoaderCallbacks<PlaylistLoaderContext>

const FOLDER = 'http://a.test/media/t/live/7/'
const parts = (count: number, segments = 2) =>
  [
    '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=1.5',
    '#EXT-X-PART-INF:PART-TARGET=0.5',
    ...Array.from({ length: segments }, (_, i) => `#EXTINF:2.000,\nsource/1-${i}.ts`),
    ...Array.from({ length: count }, (_, i) => `#EXT-X-PART:DURATION=0.500,URI="source/1-2.${i}.ts"`),
    '',
  ].join('\n')
const PLAIN =
  '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:2.000,\nsource/1-0.ts\n#EXTINF:2.000,\nsource/1-1.ts\n'

let files: Record<string, string | undefined>
let requested: string[]
let errorCode: number

/** A loader that answers at once from `files`. */
class FakeLoader {
  stats = {}
  abort = () => undefined
  destroy = () => undefined
  load(context: PlaylistLoaderContext, _: unknown, callbacks: Callbacks): void {
    const name = context.url.slice(FOLDER.length)
    requested.push(name)
    const data = files[name]
    if (data === undefined) callbacks.onError({ code: errorCode, text: '' }, context, null, {} as never)
    else callbacks.onSuccess({ url: context.url, data }, {} as never, context, null)
  }
}

let distance: number
let mode: LowDelayMode

/** Start a request. Return its answers. */
function load(directives: { msn?: number; part?: number; skip?: string } | null, type = 'level'): string[] {
  const Loader = createPartsLoader(mode, FakeLoader as unknown as HlsConfig['loader'])
  const answers: string[] = []
  const query = directives ? '?_HLS_msn=2' : ''
  const context = { url: `${FOLDER}source.m3u8${query}`, type, deliveryDirectives: directives }
  new Loader({} as HlsConfig).load(context as PlaylistLoaderContext, {} as never, {
    onSuccess: ({ data }) => answers.push(String(data)),
    onError: ({ code }) => answers.push(`error ${code}`),
    onTimeout: () => answers.push('timeout'),
  })
  vi.advanceTimersByTime(0)
  return answers
}

beforeEach(() => {
  vi.useFakeTimers()
  distance = 2
  mode = new LowDelayMode(true, () => distance)
  mode.offer({ 'org.touchline.parts': {} })
  files = { 'source.parts.m3u8': parts(1), 'source.m3u8': PLAIN }
  requested = []
  errorCode = 404
})

afterEach(() => vi.useRealTimers())

test('a stream with parts is loaded with both playlists', () => {
  expect(load(null)).toEqual([expect.stringContaining('1-2.0.ts')])
  expect(requested).toEqual(['source.parts.m3u8', 'source.m3u8'])
})

test('a reload is answered when the next part is there', () => {
  const answers = load({ msn: 2, part: 1, skip: 'YES' })
  vi.advanceTimersByTime(500)
  expect(answers).toEqual([])
  files['source.parts.m3u8'] = parts(2)
  vi.advanceTimersByTime(120)
  expect(answers).toEqual([expect.stringContaining('CAN-BLOCK-RELOAD=YES')])
  expect(requested).not.toContain('source.m3u8')
})

test('between two parts, the server is asked less than four times', () => {
  load({ msn: 2, part: 0, skip: 'YES' })
  requested.length = 0
  load({ msn: 2, part: 1, skip: 'YES' })
  vi.advanceTimersByTime(500)
  expect(requested.length).toBeGreaterThan(0)
  expect(requested.length).toBeLessThan(4)
})

test('a viewer of an earlier moment waits for whole segments', () => {
  distance = 60
  files['source.parts.m3u8'] = parts(3)
  const answers = load({ msn: 2, part: 1, skip: 'YES' })
  vi.advanceTimersByTime(3_000)
  expect(answers).toEqual([])
  expect(requested.length).toBeLessThan(5)
  files['source.parts.m3u8'] = parts(0, 3)
  vi.advanceTimersByTime(1_000)
  expect(answers).toHaveLength(1)
})

test('a reload ends when no part comes for three target durations', () => {
  const answers = load({ msn: 2, part: 1, skip: 'YES' })
  vi.advanceTimersByTime(11_000)
  expect(answers).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(answers).toHaveLength(1)
})

test('a stream that has no parts any more goes on without them', () => {
  files['source.parts.m3u8'] = undefined
  expect(load({ msn: 2, part: 1, skip: 'YES' })).toEqual([PLAIN])
  expect(mode.isOn).toBe(false)
  expect(load(null)).toEqual([PLAIN])
  expect(requested.at(-1)).toBe('source.m3u8')
})

test('a network error or an expired signature does not end the low delay', () => {
  errorCode = 403
  files = {}
  expect(load({ msn: 2, part: 1, skip: 'YES' })).toEqual(['error 403'])
  expect(mode.isOn).toBe(true)
})

test('a stream without parts and other playlists are loaded as they are', () => {
  files['source.parts.m3u8'] = undefined
  load(null, 'audioTrack')
  mode.turnOff()
  load(null)
  expect(requested).toEqual(['source.m3u8', 'source.m3u8'])
})
