import { expect, test } from 'vitest'
import {
  completePlaylist,
  containsPosition,
  partsUrl,
  partTarget,
  plainUrl,
  prepareForHls,
} from './partPlaylists'

const HEADER = (version: number, first = 0) =>
  `#EXTM3U\n#EXT-X-VERSION:${version}\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:${first}\n`
const EVENT = '#EXT-X-PLAYLIST-TYPE:EVENT\n'
const TAGS =
  '#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24,PART-HOLD-BACK=1.740\n#EXT-X-PART-INF:PART-TARGET=0.580\n'
const segment = (number: number) => `#EXTINF:2.000,\nsource/1-${number}.ts\n`
const segments = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => segment(from + i)).join('')
const part = (number: number, index: number) =>
  `#EXT-X-PART:DURATION=0.500,URI="source/1-${number}.${index}.ts"\n`
const TIME = '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:00.000Z\n'

const PLAIN = HEADER(6) + EVENT + TIME + segments(0, 20)
const UPDATE = `${HEADER(9)}${EVENT}${TAGS}#EXT-X-SKIP:SKIPPED-SEGMENTS=8\n${TIME}${segments(8, 19)}${part(19, 0)}${part(19, 1)}${segment(19)}${part(20, 0)}`

test('the playlists with and without parts are beside each other', () => {
  const url = 'http://a.test/media/t.0.d.x/live/7/source.m3u8'
  expect(partsUrl(`${url}?_HLS_msn=4&_HLS_part=1`)).toBe(
    'http://a.test/media/t.0.d.x/live/7/source.parts.m3u8',
  )
  expect(plainUrl(`${url}?_HLS_msn=4`)).toBe(url)
})

test('a playlist contains a part once it lists the part or a later segment', () => {
  expect(containsPosition(UPDATE, { segment: 20, part: 0 })).toBe(true)
  expect(containsPosition(UPDATE, { segment: 20, part: 1 })).toBe(false)
  expect(containsPosition(UPDATE, { segment: 19, part: 7 })).toBe(true)
  expect(containsPosition(UPDATE, { segment: 21, part: 0 })).toBe(false)
})

test('a whole segment is contained once it is complete', () => {
  expect(containsPosition(UPDATE, { segment: 19 })).toBe(true)
  expect(containsPosition(UPDATE, { segment: 20 })).toBe(false)
})

test('no part is awaited in a stream that has ended', () => {
  expect(containsPosition(`${UPDATE}#EXT-X-ENDLIST\n`, { segment: 99, part: 0 })).toBe(true)
})

test('skipped segments are completed from the playlist without parts', () => {
  expect(completePlaylist(UPDATE, PLAIN)).toBe(
    `${HEADER(9)}${EVENT}${TAGS}${TIME}${segments(0, 8)}${TIME}${segments(8, 19)}${part(19, 0)}${part(19, 1)}${segment(19)}${part(20, 0)}`,
  )
})

test('a window that has moved on in between is completed from its later start', () => {
  const update = UPDATE.replace('SEQUENCE:0', 'SEQUENCE:100').replace(EVENT, '')
  const plain = HEADER(6, 103) + TIME + segments(3, 23)
  const whole = completePlaylist(update, plain)
  expect(whole).toContain('#EXT-X-MEDIA-SEQUENCE:103\n')
  expect(whole?.match(/1-\d+\.ts$/gm)?.at(0)).toBe('1-3.ts')
  expect(whole?.match(/^source/gm)).toHaveLength(17)
})

test('a window that has left the update behind cannot be completed', () => {
  expect(completePlaylist(UPDATE, HEADER(6, 9) + segments(9, 30))).toBeNull()
})

test('a short playlist skips nothing and is complete by itself', () => {
  const short = HEADER(9) + EVENT + TAGS + TIME + segment(0) + part(1, 0)
  expect(completePlaylist(short, HEADER(6) + EVENT + TIME + segment(0))).toBe(short)
})

test('a playlist announces to hls.js that reloads wait for the next part', () => {
  expect(prepareForHls(UPDATE)).toContain('#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24')
  expect(partTarget(UPDATE)).toBe(0.58)
})

test('a playlist for hls.js never ends with the name of a segment', () => {
  expect(prepareForHls(HEADER(9) + EVENT + TAGS + segment(0))).toMatch(/\.ts\n#.+\n$/)
})
