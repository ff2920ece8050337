import { expect, test, vi } from 'vitest'
import { formatDay } from '@/shared/format/dates'
import { listingInstant } from './listingInstant'

const NOON = Date.parse('2026-11-26T18:00:00Z')
const TOMORROW = (NOON + 86_400_000) / 1000
const YESTERDAY = (NOON - 86_400_000) / 1000

test.each([
  ['finished', TOMORROW, 'Today'],
  ['finished', YESTERDAY, 'Yesterday'],
  ['upcoming', TOMORROW, 'Tomorrow'],
  ['live', TOMORROW, 'Tomorrow'],
] as const)('a %s event is listed under the day it was or will be played', (status, start, day) => {
  vi.setSystemTime(NOON)
  const at = listingInstant({ event_utc_ts: start, stream_status: status })
  expect(formatDay(at, { language: 'en', timeZone: 'America/Chicago' })).toBe(day)
  vi.useRealTimers()
})
