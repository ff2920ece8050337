import { expect, test, vi } from 'vitest'
import { dayKey, formatDay } from '@/shared/format/dates'
import { listingInstant } from './listingInstant'

const NOON = Date.parse('2026-11-26T18:00:00Z')
const TOMORROW = (NOON + 86_400_000) / 1000
const YESTERDAY = (NOON - 86_400_000) / 1000

const ZONE = { time_zone: 'America/Chicago' }

test('a game whose time is to be announced is listed under its own day in every time zone', () => {
  const start = Date.parse('2026-11-28T05:59:59Z') / 1000
  const at = listingInstant({ ...ZONE, event_utc_ts: start, is_time_known: false, stream_status: 'upcoming' })
  expect(dayKey(at)).toBe('2026-11-27')
})

test.each([
  ['finished', TOMORROW, 'Today'],
  ['finished', YESTERDAY, 'Yesterday'],
  ['upcoming', TOMORROW, 'Tomorrow'],
  ['live', TOMORROW, 'Tomorrow'],
] as const)('a %s event is listed under the day it was or will be played', (status, start, day) => {
  vi.setSystemTime(NOON)
  const at = listingInstant({ ...ZONE, event_utc_ts: start, is_time_known: true, stream_status: status })
  expect(formatDay(at, { language: 'en', timeZone: 'America/Chicago' })).toBe(day)
  vi.useRealTimers()
})
