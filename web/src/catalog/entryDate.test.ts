import { expect, it } from 'vitest'
import { dayOf, formatEntryDate, withDay } from './entryDate'

it.each([
  ['2026-11-20 00:00', 'en', 'Nov 20, 2026'],
  ['2026-11-20', 'en', 'Nov 20, 2026'],
  ['2026-11-20 00:00', 'fr', '20 nov. 2026'],
  ['tomorrow', 'en', 'tomorrow'],
])('the date %s reads in %s as %s', (date, language, text) => {
  expect(formatEntryDate(date, language)).toBe(text)
})

it('a date with a time shows the time', () => {
  expect(formatEntryDate('2026-11-20 18:30', 'en')).toMatch(/^Nov 20, 2026, 6:30\sPM$/)
})

it('another day keeps the time, but not midnight', () => {
  expect(dayOf('2026-11-20 00:00')).toBe('2026-11-20')
  expect(withDay('2026-11-20 00:00', '2026-12-01')).toBe('2026-12-01')
  expect(withDay('2026-11-20 18:30', '2026-12-01')).toBe('2026-12-01 18:30')
  expect(withDay('', '2026-12-01')).toBe('2026-12-01')
})
