import { expect, test } from 'vitest'
import { MEDIA } from '@/shared/mediaTypes'
import { aLibraryItem, anEvent } from './fakes'
import { streamUrl } from './model'

const row = (type: number, url: string | null) => ({ id: type, type, url, expires_at: null })
const media = [
  row(MEDIA.vod, '/media/t/assets/1-ab/master.m3u8'),
  row(MEDIA.live, '/media/t/live/1-cd/master.m3u8'),
]
const streamUrlOf = (rows: ReturnType<typeof row>[], stream_status: 'live' | 'finished') =>
  streamUrl(anEvent(1, { media: rows, stream_status }))?.url

test('a live game plays its stream, and a finished game its recording', () => {
  expect(streamUrlOf(media, 'live')).toContain('/live/')
  expect(streamUrlOf(media, 'finished')).toContain('/assets/')
  expect(streamUrlOf(media.toReversed(), 'finished')).toContain('/assets/')
})

test('a game that has just ended plays its stream until its recording is ready', () => {
  expect(
    streamUrlOf([row(MEDIA.vod, null), row(MEDIA.live, '/media/t/live/1-cd/master.m3u8')], 'finished'),
  ).toContain('/live/')
})

test('a video plays its recording, and a locked video plays nothing', () => {
  expect(streamUrl(aLibraryItem(1, { media }))?.url).toContain('/assets/')
  expect(
    streamUrlOf([row(MEDIA.vod, null), row(MEDIA.image, '/media/t/poster.jpg')], 'finished'),
  ).toBeUndefined()
})
