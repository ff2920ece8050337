// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { AudioOnlyMode } from './AudioOnlyMode'
import { findAudioOnly } from './audioOnlyPlaylist'

const source = (signature: string) => ({ url: `/${signature}/film/master.m3u8`, expiresAt: null })
const at = (path: string) => `http://localhost:3000/${path}`

test('the audio-only playlist is loaded with each new signature', () => {
  const mode = new AudioOnlyMode(source('s1'))
  expect(mode.learn(at('s1/film/audio/index.m3u8'))).toBe(true)
  expect(mode.select(source('s2'))?.url).toBe('/s2/film/master.m3u8')
  expect(mode.set(true)).toBe(true)
  expect(mode.select(source('s3'))?.url).toBe(at('s3/film/audio/index.m3u8'))
  expect(mode.set(false)).toBe(true)
  expect(mode.select(source('s4'))?.url).toBe('/s4/film/master.m3u8')
})

test('a stream without an audio-only playlist keeps its video', () => {
  const mode = new AudioOnlyMode(source('s1'))
  expect(mode.learn(null)).toBe(false)
  expect(mode.set(true)).toBe(false)
  expect(mode.isOn).toBe(false)
})

test('the playlist stays known while it plays without its master playlist', () => {
  const mode = new AudioOnlyMode(source('s1'))
  mode.learn(at('s1/film/audio.m3u8'))
  mode.set(true)
  expect(mode.learn(null)).toBe(true)
})

test('a viewer who has lost access gets no URL', () => {
  expect(new AudioOnlyMode(source('s1')).select(null)).toBeNull()
})

const MASTER = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.64001e,mp4a.40.2"
small.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=140000,CODECS="mp4a.40.2",CLOSED-CAPTIONS=NONE
audio.m3u8
`

test('the variant without video is found in a master playlist', () => {
  expect(findAudioOnly(MASTER, '/s1/film/master.m3u8')).toBe(at('s1/film/audio.m3u8'))
  expect(findAudioOnly(MASTER.replace('CODECS="mp4a', 'RESOLUTION=1x1,CODECS="mp4a'), '/a')).toBeNull()
})
