// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { HlsStream } from './hlsStream'

vi.mock('hls.js/light', () => ({
  default: class {
    static Events = {}
    config = {}
    on = () => undefined
    attachMedia = () => undefined
    loadSource = () => undefined
  },
}))

const at = (signature: string, file: string) => `http://localhost:3000/${signature}/film/${file}`
let stream: HlsStream

beforeEach(() => {
  const events = { manifest: vi.fn(), fault: vi.fn(), rendition: vi.fn() }
  stream = new HlsStream(document.createElement('video'), events)
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
