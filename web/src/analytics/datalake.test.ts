import { expect, it } from 'vitest'
import type { Fact, PlayTold } from '@/shared/telling'
import { sentOf, thingAt } from './datalake'

const thing = {
  type: 'live',
  id: 12,
  about: { category: 'Girls hockey', sport: 'hockey', gender: 'girls', school: 'Cedar Ridge', league: null },
} as const
const play = { view: 'a-view', thing, position: 61.4 }
const sent = (told: PlayTold) => sentOf({ name: 'play', fact: told, at: 0 } as Fact, '/watch/12')
const VIEW = { video_view_uuid: 'a-view', stream_id: 12, stream_type: 'live', position: 61 }

it.each<[string, PlayTold, object]>([
  [
    'the first picture',
    { ...play, event: 'first_frame', startup: 840.4, bitrate: 1200.4 },
    { event: 'first_frame', startup_ms: 840, bitrate: 1200 },
  ],
  ['a pause', { ...play, event: 'pause' }, { event: 'pause' }],
  ['a jump', { ...play, event: 'seek' }, { event: 'seek' }],
  [
    'a stall',
    { ...play, event: 'stall', stalled: 4200.2, side: 'delivery' },
    { event: 'stall', stall_ms: 4200, side: 'delivery' },
  ],
  [
    'a first picture of tomorrow',
    { ...play, event: 'first_frame', startup: 86_400_000, bitrate: null },
    { event: 'first_frame', startup_ms: 600_000 },
  ],
  [
    'a stall of a night',
    { ...play, event: 'stall', stalled: 36_000_000, side: 'viewer' },
    { event: 'stall', stall_ms: 3_600_000, side: 'viewer' },
  ],
  ['another quality', { ...play, event: 'quality', bitrate: 3400 }, { event: 'quality', bitrate: 3400 }],
  [
    'an error',
    { ...play, event: 'error', side: 'source', fault: 'unreachable' },
    { event: 'error', side: 'source', fault: 'unreachable' },
  ],
  ['the end', { ...play, event: 'end' }, { event: 'end' }],
])('%s of a play goes to the video events', (_, told, fields) => {
  expect(sent(told)).toEqual({ path: 'video/event', body: { ...VIEW, ...fields } })
})

it('viewing time goes with what was watched: category, sport, gender, school, league as far as they are known', () => {
  expect(sent({ ...play, event: 'viewing', watched: 10.04, bitrate: null })).toEqual({
    path: 'video/viewing',
    body: {
      ...VIEW,
      ...{
        viewing_time: 10,
        category: 'Girls hockey',
        sport: 'hockey',
        gender: 'girls',
        school: 'Cedar Ridge',
      },
    },
  })
})

it.each([
  ['/watch/12', { event_id: 12 }],
  ['/watch/12/clip', { event_id: 12 }],
  ['/watch_embed/12', { event_id: 12 }],
  ['/vod_library/4', { vod_id: 4 }],
  ['/share/3/:key', { clip_id: 3 }],
  ['/watch_library/3', { clip_id: 3 }],
  ['/vod_library', {}],
  ['/', {}],
])('the page %s is about %j', (path, about) => {
  expect(thingAt(path)).toEqual(about)
})

it('what is no analytics is not sent', () => {
  const fault = { name: 'fault', fact: { kind: 'error', thrown: '' }, at: 0 } as const
  expect(sentOf(fault, '/')).toBeNull()
})

it('a purchase is told without its order, which would say who bought', () => {
  const bought = { order: 77, value: '10.74', currency: 'USD', items: [] }
  const told = sentOf({ name: 'purchase', fact: bought, at: 0 } as unknown as Fact, '/buy')
  expect(told?.body).toMatchObject({ event: 'purchase', value: 10.74, currency: 'USD' })
  expect(JSON.stringify(told)).not.toMatch(/order|77/)
})
