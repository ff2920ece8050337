// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { Captions } from './captions'

const GROWING = '#EXTM3U\n#EXTINF:4.0,\nen.vtt?piece=0\n'
const WHOLE = `${GROWING}#EXT-X-ENDLIST\n`
const CUES = 'WEBVTT\n\n00:01.000 --> 00:02.000\nFace-off\n'

/** What jsdom lacks of text tracks. */
class FakeCue {
  constructor(
    readonly startTime: number,
    readonly endTime: number,
    readonly text: string,
  ) {}
}

function shown(playlist: string) {
  const cues: VTTCue[] = []
  const video = document.createElement('video')
  video.addTextTrack = () => ({ cues, addCue: (cue: VTTCue) => cues.push(cue) }) as never
  Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_CURRENT_DATA })
  const asked: string[] = []
  const fetchText = async (url: string) => {
    asked.push(url)
    return url.endsWith('.m3u8') ? playlist : CUES
  }
  const stream = { sign: (url: string) => url, captionOffset: () => 0 }
  const captions = new Captions(video, stream, () => 0, fetchText)
  captions.offer([{ name: 'English', language: 'en', url: 'https://m.test/t/a/en.m3u8' }])
  const at = async (seconds: number) => {
    video.currentTime = seconds
    video.dispatchEvent(new Event('timeupdate'))
    await new Promise(done => setTimeout(done))
  }
  return { at, cues, playlists: () => asked.filter(url => url.endsWith('.m3u8')).length }
}

beforeEach(() => void vi.stubGlobal('VTTCue', FakeCue))

test('the captions of a playlist that grows are asked for as it grows, not with every picture', async () => {
  const { at, playlists, cues } = shown(GROWING)
  for (const seconds of [1, 1.25, 1.5, 2, 4.5]) await at(seconds)
  expect(playlists()).toBe(1)
  await at(5)
  expect(playlists()).toBe(2)
  expect(cues.map(({ text }) => text)).toEqual(['Face-off'])
})

test('the captions of a recording are asked for once', async () => {
  const { at, playlists } = shown(WHOLE)
  for (const seconds of [1, 10, 100]) await at(seconds)
  expect(playlists()).toBe(1)
})
