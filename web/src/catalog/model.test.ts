import { expect, test } from 'vitest'
import { MEDIA } from '@/shared/mediaTypes'
import { aLibraryItem, anEvent } from './fakes'
import { streamUrl } from './model'

const row = (type: number, url: string | null) => ({ id: type, type, url, expires_at: null })
const createEvent = [
  row(MEDIA.vod, '/media/t/assets/1-ab/master.m3u8'),
  row(MEDIA.live, '/media/t/live/1-cd/master.m3u8'),
]
const createStreamEvent = (media: ReturnType<typeof row>[], stream_status: 'live' | 'finished') =>
  streamUrl(anEvent(1, { media, stream_status }))?.url

test('a game that is live plays its stream, and its recording after', () => {
  expect(createStreamEvent(createEvent, 'live')).toContain('/live/')
  expect(createStreamEvent(createEvent, 'finished')).toContain('/assets/')
  expect(createStreamEvent(createEvent.toReversed(), 'finished')).toContain('/assets/')
})

test('a game that has just ended plays its stream until there is a recording', () => {
  expect(
    createStreamEvent([row(MEDIA.vod, null), row(MEDIA.live, '/media/t/live/1-cd/master.m3u8')], 'finished'),
  ).toContain('/live/')
})

test('a film plays its recording, and a closed film plays nothing', () => {
  expect(streamUrl(aLibraryItem(1, { media: createEvent }))?.url).toContain('/assets/')
  expect(
    createStreamEvent([row(MEDIA.vod, null), row(MEDIA.image, '/media/t/poster.jpg')], 'finished'),
  ).toBeUndefined()
})
