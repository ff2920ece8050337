import { describe, expect, it } from 'vitest'
import { dayOf, lastDayOf } from './day'

const now = Date.parse('2026-11-22T18:00:00Z')

describe('a day', () => {
  it('has its year where that is another one', () => {
    expect(dayOf('2026-12-02T12:00:00Z', 'en', now)).toBe('December 2')
    expect(dayOf('2027-03-14T12:00:00Z', 'en', now)).toBe('March 14, 2027')
    expect(dayOf('2027-03-14T12:00:00Z', 'fr', now)).toBe('14 mars 2027')
  })

  it('without an hour is the same day in every zone', () => {
    expect(dayOf('2027-06-30', 'en', now)).toBe('June 30, 2027')
  })

  it('that is the last one is the day before a midnight', () => {
    const midnight = new Date(2027, 6, 1).toISOString()
    expect(lastDayOf(midnight, 'en', now)).toBe('June 30, 2027')
    expect(dayOf(midnight, 'en', now)).toBe('July 1, 2027')
  })
})
