import { expect, test } from 'vitest'
import { MEDIA } from '@/shared/mediaTypes'
import { anEvent } from './fakes'
import { type Simulation, streamUrl } from './model'
import { toSimulatedEvent } from './simulation'
import { watchStateOf } from './watchState'

const START = 1_795_300_000_000
const stream = { id: 1, type: MEDIA.live, url: '/media/token/assets/1-ab/master.m3u8', expires_at: null }
const simulatedEvent = (changes: Partial<Simulation> = {}): Simulation => ({
  event: anEvent(1, { score: { away: 2, home: 3, note: 'OT' } }),
  starts_at: '2026-11-21T19:00:00Z',
  ends_at: '2026-11-21T20:00:00Z',
  now: '2026-11-21T19:10:00Z',
  delay: 8,
  state: 'live',
  stream,
  ...changes,
})

test('an upcoming showing counts down to its start, whenever the game was played', () => {
  const event = toSimulatedEvent(simulatedEvent({ state: 'upcoming', stream: null }), START, START - 1)
  expect(watchStateOf(event, START - 1)).toBe('countdown')
  expect(event.event_utc_ts).toBe(START / 1000)
})

test('a showing does not play before its start time, even if the server has started it', () => {
  const event = toSimulatedEvent(simulatedEvent(), START, START - 1)
  expect(streamUrl(event)).toBeNull()
  expect(watchStateOf(event, START - 1)).toBe('countdown')
  expect(watchStateOf(toSimulatedEvent(simulatedEvent(), START, START), START)).toBe('plays')
})

test('a showing hides the score', () => {
  expect(toSimulatedEvent(simulatedEvent(), START, START).score).toBeNull()
})

test('a showing never plays the recording itself', () => {
  const recorded = anEvent(1, {
    media: [{ ...stream, type: MEDIA.vod, url: '/media/token/assets/2-cd/master.m3u8' }],
  })
  expect(
    streamUrl(toSimulatedEvent(simulatedEvent({ event: recorded, stream: null }), START, START)),
  ).toBeNull()
  expect(streamUrl(toSimulatedEvent(simulatedEvent({ event: recorded }), START, START))?.url).toBe(stream.url)
})

test('a finished showing does not play, even if there is a recording', () => {
  const event = toSimulatedEvent(simulatedEvent({ state: 'finished' }), START, START)
  expect(watchStateOf(event, START)).toBe('unrecorded')
})
