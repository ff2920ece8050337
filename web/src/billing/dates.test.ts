import { describe, expect, it } from 'vitest'
import { formatDay, formatLastDay, formatShortDay } from './dates'

const now = Date.parse('2026-11-22T18:00:00Z')
const chicago = { language: 'en', timeZone: 'America/Chicago', now }
const tokyo = { ...chicago, timeZone: 'Asia/Tokyo' }

describe('a day', () => {
  it('has its year unless it is the current one', () => {
    expect(formatDay('2026-12-02T12:00:00Z', chicago)).toBe('December 2')
    expect(formatDay('2027-03-14T12:00:00Z', chicago)).toBe('March 14, 2027')
    expect(formatDay('2027-03-14T12:00:00Z', { ...chicago, language: 'fr' })).toBe('14 mars 2027')
  })

  it('without a time is the same date in every time zone', () => {
    expect(formatDay('2027-06-30', chicago)).toBe('June 30, 2027')
    expect(formatDay('2027-06-30', tokyo)).toBe('June 30, 2027')
  })

  // Two time zones, so that at least one differs from that of the test machine.
  it('is in the channel’s time zone, wherever the viewer is', () => {
    expect(formatDay('2027-05-01T02:00:00Z', chicago)).toBe('April 30, 2027')
    expect(formatDay('2027-04-30T20:00:00Z', tokyo)).toBe('May 1, 2027')
    expect(formatShortDay('2027-05-01T02:00:00Z', chicago)).toBe('Apr 30, 2027')
    expect(formatShortDay('2027-04-30T20:00:00Z', tokyo)).toBe('May 1, 2027')
  })

  it('has no year if it is in the channel’s current year', () => {
    const newYear = Date.parse('2027-01-01T02:00:00Z')
    expect(formatDay('2026-12-02T12:00:00Z', { ...chicago, now: newYear })).toBe('December 2')
    expect(formatDay('2026-12-02T12:00:00Z', { ...tokyo, now: newYear })).toBe('December 2, 2026')
  })

  it('before midnight in the channel’s time zone is the last day of access', () => {
    const midnight = '2027-05-01T05:00:00Z'
    expect(formatLastDay(midnight, chicago)).toBe('April 30, 2027')
    expect(formatDay(midnight, chicago)).toBe('May 1, 2027')
    expect(formatLastDay('2027-04-30T15:00:00Z', tokyo)).toBe('April 30, 2027')
    expect(formatLastDay('2027-05-01T06:00:00Z', chicago)).toBe('May 1, 2027')
  })
})
