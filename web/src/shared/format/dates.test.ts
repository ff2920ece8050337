import { describe, expect, it, vi } from 'vitest'
import { dayKey, formatDay, formatDayAndTime, formatDuration, formatTime } from './dates'
import { timeZoneAbbreviation } from './longDates'
import { formatMoney } from './money'

const now = Date.parse('2026-11-21T18:00:00Z')
const chicago = { timeZone: 'America/Chicago', now }
const isoInstant = (iso: string) => Date.parse(iso)
const normalizeSpaces = (text: string) => text.replace(/\s/g, ' ')

describe('the time of a game', () => {
  it('is today, tomorrow or yesterday in words', () => {
    expect(
      normalizeSpaces(formatDayAndTime(isoInstant('2026-11-22T01:00:00Z'), { ...chicago, language: 'en' })),
    ).toBe('Today 7:00 PM')
    expect(
      normalizeSpaces(formatDayAndTime(isoInstant('2026-11-22T20:00:00Z'), { ...chicago, language: 'en' })),
    ).toBe('Tomorrow 2:00 PM')
    expect(formatDay(isoInstant('2026-11-20T20:00:00Z'), { ...chicago, language: 'fr' })).toBe('Hier')
  })

  it('has the weekday within a week and the date beyond it', () => {
    expect(
      normalizeSpaces(formatDayAndTime(isoInstant('2026-11-24T01:00:00Z'), { ...chicago, language: 'en' })),
    ).toBe('Mon 7:00 PM')
    expect(
      normalizeSpaces(formatDayAndTime(isoInstant('2026-11-24T01:00:00Z'), { ...chicago, language: 'fr' })),
    ).toBe('Lun. 19 h 00')
    expect(
      normalizeSpaces(formatDayAndTime(isoInstant('2026-12-05T01:00:00Z'), { ...chicago, language: 'en' })),
    ).toBe('Dec 4, 7:00 PM')
  })

  it('includes a year that is not the current one', () => {
    expect(formatDay(isoInstant('2025-12-05T18:00:00Z'), { ...chicago, language: 'en' })).toBe('Dec 5, 2025')
  })

  it('uses the day in the given time zone', () => {
    expect(dayKey(isoInstant('2026-11-22T01:00:00Z'), 'America/Chicago')).toBe('2026-11-21')
    expect(
      normalizeSpaces(
        formatTime(isoInstant('2026-11-22T01:00:00Z'), { language: 'fr', timeZone: 'America/Toronto' }),
      ),
    ).toBe('20 h 00')
  })

  it('keeps the parts of a time on one line', () => {
    for (const language of ['en', 'fr'])
      expect(formatTime(isoInstant('2026-11-22T01:00:00Z'), { ...chicago, language })).not.toMatch(
        /[ \u202f]/,
      )
  })

  it('uses formatters that are created once per language and time zone', () => {
    const built = [vi.spyOn(Intl, 'DateTimeFormat'), vi.spyOn(Intl, 'RelativeTimeFormat')]
    const count = () => built.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
    const write = (language: string) => {
      const setting = { language, timeZone: 'America/Denver', now }
      formatDayAndTime(isoInstant('2026-11-22T01:00:00Z'), setting)
      formatDayAndTime(isoInstant('2026-12-05T01:00:00Z'), setting)
      timeZoneAbbreviation(now, setting)
    }
    write('en')
    const first = count()
    expect(first).toBeGreaterThan(0)
    write('en')
    expect(count()).toBe(first)
    write('fr')
    expect(count()).toBeGreaterThan(first)
  })
})

describe('a duration', () => {
  it('is shown in minutes, and from an hour in hours and minutes', () => {
    expect(normalizeSpaces(formatDuration(2520))).toBe('42 min')
    expect(normalizeSpaces(formatDuration(4860))).toBe('1 h 21')
    expect(normalizeSpaces(formatDuration(3600))).toBe('1 h 00')
  })
})

describe('an amount of money', () => {
  it('is formatted for the language', () => {
    expect(formatMoney('12.50', 'USD', 'en')).toBe('$12.50')
    expect(normalizeSpaces(formatMoney('14.99', 'CAD', 'fr'))).toBe('14,99 $')
    expect(formatMoney('8.00', null, 'en')).toBe('$8.00')
  })
})
