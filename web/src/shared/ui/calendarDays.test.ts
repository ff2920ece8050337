import { expect, test } from 'vitest'
import { addMonths, dayForKey, extendRange, weeksOfMonth } from './calendarDays'

test('adding a month keeps the day, or uses the last day of the month', () => {
  expect(addMonths('2026-11-21', 1)).toBe('2026-12-21')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
})

test('November 2026 starts on a Sunday and fills five weeks', () => {
  const weeks = weeksOfMonth('2026-11-21')
  expect(weeks).toHaveLength(5)
  expect(weeks[0]?.[0]).toBe('2026-11-01')
  expect(weeks[4]).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null])
})

test('weeks that start on Monday shift the days', () => {
  expect(weeksOfMonth('2026-11-21', 1)[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
})

test('the first press starts a range, the second ends it, the third starts another', () => {
  const begun = extendRange({ from: null, to: null }, '2026-11-21')
  expect(begun).toEqual({ from: '2026-11-21', to: '2026-11-21' })
  const ended = extendRange(begun, '2026-11-27')
  expect(ended).toEqual({ from: '2026-11-21', to: '2026-11-27' })
  expect(extendRange(ended, '2026-11-24')).toEqual({ from: '2026-11-24', to: '2026-11-24' })
})

test('an earlier day starts a new range, and the same day again clears it', () => {
  const begun = { from: '2026-11-21', to: '2026-11-21' }
  expect(extendRange(begun, '2026-11-19')).toEqual({ from: '2026-11-19', to: '2026-11-19' })
  expect(extendRange(begun, '2026-11-21')).toEqual({ from: null, to: null })
})

test('keys move by days, weeks and months', () => {
  expect(dayForKey('ArrowRight', '2026-11-30')).toBe('2026-12-01')
  expect(dayForKey('ArrowUp', '2026-11-21')).toBe('2026-11-14')
  expect(dayForKey('PageDown', '2026-11-21')).toBe('2026-12-21')
  expect(dayForKey('Home', '2026-11-21')).toBe('2026-11-15')
  expect(dayForKey('Enter', '2026-11-21')).toBeNull()
})
