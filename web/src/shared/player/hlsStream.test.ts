// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { HlsStream, liveDelay } from './hlsStream'

vi.mock('hls.js/light', () => ({
  default: class {
    static Events = {}
    config = { startPosition: -1 }
    liveSyncPosition = 56
    latestLevelDetails = details
    startLoad = () => started.push('go on')
    on = () => undefined
    attachMedia = () => undefined
    loadSource = (url: string) => started.push(`${url} from ${this.config.startPosition}`)
  },
}))

const { details, started } = vi.hoisted(() => ({
  details: { live: true, fragmentStart: 0, edge: 60 },
  started: [] as string[],
}))
const EVENTS = { manifest: vi.fn(), fault: vi.fn(), rendition: vi.fn() }
const aStream = (clock: (() => number) | null) =>
  new HlsStream(document.createElement('video'), EVENTS, clock)
const at = (signature: string, file: string) => `http://localhost:3000/${signature}/film/${file}`
let stream: HlsStream

beforeEach(() => {
  started.length = 0
  details.live = true
  stream = aStream(null)
  stream.load('/old/film/master.m3u8', 0)
})

test('what an old signature named is asked for under the newest', () => {
  stream.renew('/new/film/master.m3u8')
  expect(stream.sign(at('old', 'captions/en.m3u8'))).toBe(at('new', 'captions/en.m3u8'))
})

test('captions that are known by an old signature go on after a new start', () => {
  stream.load('/new/film/master.m3u8', 12)
  expect(stream.sign(at('old', 'captions/en.m3u8'))).toBe(at('new', 'captions/en.m3u8'))
  expect(stream.sign(at('new', 'captions/en.m3u8'))).toBe(at('new', 'captions/en.m3u8'))
})

test('an address of another folder stays as it is', () => {
  expect(stream.sign('http://elsewhere.test/a.ts')).toBe('http://elsewhere.test/a.ts')
})

test('a game that goes on as its recording is loaded anew', () => {
  stream.renew('/new/recording/master.m3u8')
  expect(started).toEqual(['/old/film/master.m3u8 from -1', '/new/recording/master.m3u8 from -1'])
})

test('a live viewer stays two recent segments behind, and never less than four seconds', () => {
  expect(liveDelay([])).toBe(4)
  expect(liveDelay([1, 1, 1])).toBe(4)
  expect(liveDelay([2, 2, 4.4, 2])).toBe(8.8)
  expect(liveDelay([4.4, 2, 2, 2, 2, 2, 2])).toBe(4)
})

test('a live stream can be watched from its start to a little before its newest', () => {
  expect(stream.window()).toEqual({ start: 0, edge: 56, newest: 60 })
})

test('a stream that has ended is live no more', () => {
  details.live = false
  expect(stream.window()).toBeNull()
})

test('where one moment is on for everybody, that is where it begins and where it is live', () => {
  const show = aStream(() => 41)
  show.load('/a/film/master.m3u8', 0)
  expect(started.at(-1)).toBe('/a/film/master.m3u8 from 41')
  expect(show.window()).toEqual({ start: 0, edge: 41, newest: 60 })
})

test('nobody is shown what has not come yet', () => {
  expect(aStream(() => 75).window()?.edge).toBe(60)
  expect(aStream(() => -5).window()?.edge).toBe(0)
})
