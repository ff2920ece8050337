import { expect, it } from 'vitest'
import { formatClock, parseClock, shownSeconds } from './clockText'

it.each([
  [0, '0:00'],
  [725, '12:05'],
  [5400, '90:00'],
])('%i seconds are shown as %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text)
})

it.each([
  ['12:05', 725],
  ['12.05', 725],
  [' 8 ', 480],
  ['0:9', 9],
  ['90:00', 5400],
  ['12:60', null],
  ['999:00', null],
  ['noon', null],
])('“%s” is %s seconds', (text, seconds) => {
  expect(parseClock(text)).toBe(seconds)
})

it('a clock that counts down shows a second until it is over, and one that counts up once it is full', () => {
  const clock = { shown_ms: 60_000, since_ms: 0, is_running: true }
  expect(shownSeconds(clock, 100, 'down')).toBe(60)
  expect(shownSeconds(clock, 900, 'up')).toBe(60)
})
