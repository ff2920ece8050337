import { expect, test } from 'vitest'
import { SignedFolder } from '../stream/SignedFolder'
import { cueShift } from './captions'
import { parseCaptionPlaylist, segmentsBetween } from './playlist'

const PLAYLIST = `#EXTM3U
#EXT-X-TARGETDURATION:10
#EXTINF:10.000,
s0.vtt
#EXTINF:10.000,
s1.vtt
#EXTINF:4.500,
s2.vtt
#EXT-X-ENDLIST
`

test('caption segments follow each other on the timeline', () => {
  const playlist = parseCaptionPlaylist(PLAYLIST, 'https://m.test/media/t/captions/en.m3u8')
  expect(playlist.ended).toBe(true)
  expect(playlist.segments.at(-1)).toEqual({
    url: 'https://m.test/media/t/captions/s2.vtt',
    start: 20,
    end: 24.5,
    instant: null,
    runStart: null,
  })
})

test('only the segments near the current time are requested', () => {
  const playlist = parseCaptionPlaylist(PLAYLIST, 'https://m.test/')
  expect(segmentsBetween(playlist, 9, 12).map(segment => segment.start)).toEqual([0, 10])
})

test('cues are shifted by the start of the stream clock', () => {
  const mapped = 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n'
  expect(cueShift(mapped, 10)).toBe(0)
  expect(cueShift(mapped, 9)).toBe(1)
  expect(cueShift('WEBVTT\n', 10)).toBe(0)
})

test('a new signature is used for all later requests with an older one', () => {
  const folder = new SignedFolder()
  folder.renew('https://m.test/media/old/a/master.m3u8')
  folder.renew('https://m.test/media/new/a/master.m3u8')
  folder.renew('https://m.test/media/newer/a/master.m3u8')
  expect(folder.sign('https://m.test/media/old/a/v0/seg1.ts')).toBe('https://m.test/media/newer/a/v0/seg1.ts')
  expect(folder.sign('https://m.test/media/new/a/v0/seg2.ts')).toBe('https://m.test/media/newer/a/v0/seg2.ts')
  expect(folder.sign('https://elsewhere.test/x.ts')).toBe('https://elsewhere.test/x.ts')
})

test('a folder is recognized with any signature, and another folder is not', () => {
  const folder = new SignedFolder()
  folder.renew('https://m.test/media/old/live/12-ab/master.m3u8')
  expect(folder.contains('https://m.test/media/new/live/12-ab/master.m3u8')).toBe(true)
  expect(folder.contains('https://m.test/media/new/assets/7-cd/master.m3u8')).toBe(false)
})
