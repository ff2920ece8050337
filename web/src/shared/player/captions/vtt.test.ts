import { expect, test } from 'vitest'
import { parseCues, parseStoryboard, parseTimestamp, parseTimestampMap } from './vtt'

test('a timestamp with or without hours is parsed in seconds', () => {
  expect(parseTimestamp('01:02:03.500')).toBe(3723.5)
  expect(parseTimestamp('02:03.500')).toBe(123.5)
})

test('cues keep their times and lines; notes, styles and identifiers are skipped', () => {
  const vtt =
    '\uFEFFWEBVTT\r\n\r\nNOTE drawn here\r\n\r\nSTYLE\r\n::cue {}\r\n\r\nintro\r\n00:01.000 --> 00:02.500 line:80%\r\nFace-off\r\nat centre\r\n'
  expect(parseCues(vtt)).toEqual([{ start: 1, end: 2.5, text: 'Face-off\nat centre' }])
})

test('the timestamp map of a caption segment is parsed', () => {
  expect(parseTimestampMap('WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:01.000\n')).toEqual({
    mpegts: 900_000,
    local: 1,
  })
  expect(parseTimestampMap('WEBVTT\n\n')).toBeNull()
})

test('storyboard images have absolute URLs and keep their position on the sheet', () => {
  const vtt = 'WEBVTT\n\n00:00.000 --> 00:04.000\nstoryboard-1.jpg#xywh=160,90,160,90\n'
  expect(parseStoryboard(vtt, 'https://media.test/media/token/a/storyboard.vtt')).toEqual([
    {
      startTime: 0,
      endTime: 4,
      text: 'https://media.test/media/token/a/storyboard-1.jpg',
      x: 160,
      y: 90,
      w: 160,
      h: 90,
    },
  ])
})

test('a storyboard cue without a position on its sheet is skipped', () => {
  expect(parseStoryboard('WEBVTT\n\n00:00.000 --> 00:04.000\nstory.jpg\n', 'https://m.test/')).toEqual([])
})
