import { expect, test } from 'vitest'
import { aFilm, anEvent } from './fakes'
import { MEDIA, streamOf } from './model'

const row = (type: number, url: string | null) => ({ id: type, type, url, expires_at: null })
const both = [
  row(MEDIA.vod, '/media/t/assets/1-ab/master.m3u8'),
  row(MEDIA.live, '/media/t/live/1-cd/master.m3u8'),
]
const playing = (media: ReturnType<typeof row>[], stream_status: 'live' | 'finished') =>
  streamOf(anEvent(1, { media, stream_status }))?.url

test('a game that is live plays its stream, and its recording after', () => {
  expect(playing(both, 'live')).toContain('/live/')
  expect(playing(both, 'finished')).toContain('/assets/')
  expect(playing(both.toReversed(), 'finished')).toContain('/assets/')
})

test('a game that has just ended plays its stream until there is a recording', () => {
  expect(
    playing([row(MEDIA.vod, null), row(MEDIA.live, '/media/t/live/1-cd/master.m3u8')], 'finished'),
  ).toContain('/live/')
})

test('a film plays its recording, and what is closed plays nothing', () => {
  expect(streamOf(aFilm(1, { media: both }))?.url).toContain('/assets/')
  expect(playing([row(MEDIA.vod, null), row(MEDIA.image, '/media/t/poster.jpg')], 'finished')).toBeUndefined()
})
