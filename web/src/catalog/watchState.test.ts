import { expect, test } from 'vitest'
import { MEDIA } from '@/shared/mediaTypes'
import { anEvent } from './fakes'
import { watchStateOf } from './watchState'

const START = 1_795_300_000
const before = (START - 60) * 1000
const after = (START + 60) * 1000
const row = (type: number, url: string | null) => ({ id: 1, type, url, expires_at: null })

test('an accessible recording plays', () => {
  expect(watchStateOf(anEvent(1, { media: [row(MEDIA.vod, '/media/x')] }), after)).toBe('plays')
})

test('an embedded player appears if there is no stream of our own', () => {
  expect(watchStateOf(anEvent(1, { media: [row(MEDIA.embedded, 'https://x')] }), after)).toBe('embedded')
})

test('a locked game is locked, live or not', () => {
  const closed = { has_access: false, access_reason: 'login_required' } as const
  const media = [row(MEDIA.vod, null)]
  expect(watchStateOf(anEvent(1, { ...closed, media }), after)).toBe('locked')
  expect(watchStateOf(anEvent(1, { ...closed, stream_status: 'upcoming' }), before)).toBe('locked')
})

test('a blocked region takes precedence over a price', () => {
  const event = anEvent(1, { has_access: false, access_reason: 'geo_blocked', pass_type: 'ppv' })
  expect(watchStateOf(event, after)).toBe('geo')
})

test('an accessible game counts down to its start, and then waits for its stream', () => {
  const event = anEvent(1, { stream_status: 'upcoming', access_reason: 'not_started' })
  expect(watchStateOf(event, before)).toBe('countdown')
  expect(watchStateOf(event, after)).toBe('waiting')
  expect(watchStateOf({ ...event, stream_status: 'live' }, after)).toBe('waiting')
})

test('a replay that is closed is neither played nor sold', () => {
  const state = (replay: 'available' | 'upcoming' | 'ended' | 'none', changes = {}) =>
    watchStateOf(anEvent(1, { replay: { state: replay, starts_at: null, ends_at: null }, ...changes }), after)
  const locked = { has_access: false, access_reason: 'purchase_required' }
  expect(['ended', 'none', 'upcoming'].map(value => state(value as 'ended'))).toEqual(
    Array(3).fill('no_replay'),
  )
  expect(state('ended', locked)).toBe('no_replay')
  expect(state('upcoming', locked)).toBe('locked')
  expect(state('upcoming', { availability: 'none' })).toBe('unrecorded')
  expect(state('none', { stream_status: 'live' })).toBe('waiting')
})

test('a game without a known time has no countdown', () => {
  const event = anEvent(1, { stream_status: 'upcoming', access_reason: 'not_started', is_time_known: false })
  expect(watchStateOf(event, before)).toBe('unscheduled')
})

test('a recording with a scheduled showing cannot be watched before it', () => {
  const showing = (state: 'upcoming' | 'live' | 'finished') =>
    watchStateOf(anEvent(1, { simulation: { state, starts_at: '2026-11-22T19:00:00Z' } }), after)
  expect([showing('upcoming'), showing('live')]).toEqual(['showing', 'showing'])
  expect(showing('finished')).toBe('unrecorded')
})

test('a finished game without a recording is marked as unrecorded', () => {
  expect(watchStateOf(anEvent(1), after)).toBe('unrecorded')
})

test.each(['hidden', 'withdrawn', 'deleted'] as const)('a recording that is %s is not for sale', state => {
  const closed = { has_access: false, access_reason: 'purchase_required', recording_state: state } as const
  expect(watchStateOf(anEvent(1, closed), after)).toBe('unrecorded')
})

test('a forfeited game neither counts down nor is sold, unless its stream is on', () => {
  const score = { away: 0, home: 1, note: null, ending: 'forfeit', winner: 'home' } as const
  const event = anEvent(1, { stream_status: 'upcoming', score })
  expect(watchStateOf(event, before)).toBe('forfeited')
  expect(watchStateOf({ ...event, has_access: false, access_reason: 'login_required' }, before)).toBe(
    'forfeited',
  )
  expect(watchStateOf({ ...event, stream_status: 'live' }, after)).toBe('forfeited')
  expect(watchStateOf({ ...event, stream_status: 'finished' }, after)).toBe('unrecorded')
})
