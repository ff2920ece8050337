import { expect, test } from 'vitest'
import { addMonths, dayByKey, pressed, weeksOf } from './calendar'

test('a month later is the same day, or that month’s last', () => {
  expect(addMonths('2026-11-21', 1)).toBe('2026-12-21')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
})

test('November 2026 begins on a Sunday and fills five weeks', () => {
  const weeks = weeksOf('2026-11-21')
  expect(weeks).toHaveLength(5)
  expect(weeks[0]?.[0]).toBe('2026-11-01')
  expect(weeks[4]).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null])
})

test('weeks that begin on Monday move the days', () => {
  expect(weeksOf('2026-11-21', 1)[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
})

test('the first press begins a range, the second ends it, the third begins another', () => {
  const begun = pressed({ from: null, to: null }, '2026-11-21')
  expect(begun).toEqual({ from: '2026-11-21', to: '2026-11-21' })
  const ended = pressed(begun, '2026-11-27')
  expect(ended).toEqual({ from: '2026-11-21', to: '2026-11-27' })
  expect(pressed(ended, '2026-11-24')).toEqual({ from: '2026-11-24', to: '2026-11-24' })
})

test('an earlier day begins anew, the same day again ends the choice', () => {
  const begun = { from: '2026-11-21', to: '2026-11-21' }
  expect(pressed(begun, '2026-11-19')).toEqual({ from: '2026-11-19', to: '2026-11-19' })
  expect(pressed(begun, '2026-11-21')).toEqual({ from: null, to: null })
})

test('keys walk by days, weeks and months', () => {
  expect(dayByKey('ArrowRight', '2026-11-30')).toBe('2026-12-01')
  expect(dayByKey('ArrowUp', '2026-11-21')).toBe('2026-11-14')
  expect(dayByKey('PageDown', '2026-11-21')).toBe('2026-12-21')
  expect(dayByKey('Home', '2026-11-21')).toBe('2026-11-15')
  expect(dayByKey('Enter', '2026-11-21')).toBeNull()
})
