import { expect, it } from 'vitest'
import type { PlaybackEvent, TelemetryEvent } from '@/shared/telemetry'
import { contentAt, toDatalakeCall } from './datalakeEvents'

const content = {
  type: 'live',
  id: 12,
  attributes: {
    category: 'Girls hockey',
    sport: 'hockey',
    gender: 'girls',
    school: 'Cedar Ridge',
    league: null,
  },
} as const
const playback = { view: 'a-view', content, position: 61.4 }
const datalakeCall = (event: PlaybackEvent) =>
  toDatalakeCall({ name: 'play', payload: event, at: 0 } as TelemetryEvent, '/watch/12')
const VIEW = { video_view_uuid: 'a-view', stream_id: 12, stream_type: 'live', position: 61 }

it.each<[string, PlaybackEvent, object]>([
  [
    'the first frame',
    { ...playback, event: 'first_frame', startup: 840.4, bitrate: 1200.4 },
    { event: 'first_frame', startup_ms: 840, bitrate: 1200 },
  ],
  ['a pause', { ...playback, event: 'pause' }, { event: 'pause' }],
  ['a seek', { ...playback, event: 'seek' }, { event: 'seek' }],
  [
    'a stall',
    { ...playback, event: 'stall', stalled: 4200.2, side: 'delivery' },
    { event: 'stall', stall_ms: 4200, side: 'delivery' },
  ],
  [
    'an implausibly long startup',
    { ...playback, event: 'first_frame', startup: 86_400_000, bitrate: null },
    { event: 'first_frame', startup_ms: 600_000 },
  ],
  [
    'an implausibly long stall',
    { ...playback, event: 'stall', stalled: 36_000_000, side: 'viewer' },
    { event: 'stall', stall_ms: 3_600_000, side: 'viewer' },
  ],
  ['a quality change', { ...playback, event: 'quality', bitrate: 3400 }, { event: 'quality', bitrate: 3400 }],
  [
    'an error',
    { ...playback, event: 'error', side: 'source', fault: 'unreachable' },
    { event: 'error', side: 'source', fault: 'unreachable' },
  ],
  ['the end of playback', { ...playback, event: 'end' }, { event: 'end' }],
])('%s is sent as a video event', (_, event, fields) => {
  expect(datalakeCall(event)).toEqual({ path: 'video/event', body: { ...VIEW, ...fields } })
})

it('viewing time includes the content’s known category, sport, gender, school and league', () => {
  expect(datalakeCall({ ...playback, event: 'viewing', watched: 10.04, bitrate: null })).toEqual({
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
])('the page %s is assigned to %j', (path, about) => {
  expect(contentAt(path)).toEqual(about)
})

it('events outside analytics are not sent', () => {
  const fault = { name: 'fault', payload: { kind: 'error', thrown: '' }, at: 0 } as const
  expect(toDatalakeCall(fault, '/')).toBeNull()
})

it('a purchase is sent without its order, which would identify the buyer', () => {
  const bought = { order: 77, value: '10.74', currency: 'USD', items: [] }
  const event = toDatalakeCall(
    { name: 'purchase', payload: bought, at: 0 } as unknown as TelemetryEvent,
    '/buy',
  )
  expect(event?.body).toMatchObject({ event: 'purchase', value: 10.74, currency: 'USD' })
  expect(JSON.stringify(event)).not.toMatch(/order|77/)
})
