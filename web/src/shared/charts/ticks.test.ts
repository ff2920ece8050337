import { expect, it } from 'vitest'
import { MINUTE_MS } from '../constants'
import { roundTicks, timeTicks } from './ticks'

it.each([
  [0, 2_730_000, [0, 1_000_000, 2_000_000, 3_000_000]],
  [0, 135, [0, 50, 100, 150]],
  [-60, 0, [-60, -40, -20, 0]],
  [-100, 100, [-100, 0, 100]],
  [-102, 100, [-200, -100, 0, 100]],
  [0, 0, [0]],
])('labels the values from %d to %d with round numbers', (low, high, ticks) => {
  expect(roundTicks(low, high)).toEqual(ticks)
})

it.each([
  [5.5, [2, 4]],
  [60, [0, 15, 30, 45, 60]],
])('labels the last %d minutes with at most five full minutes', (length, minutes) => {
  const from = length === 60 ? 0 : 0.5 * MINUTE_MS
  expect(timeTicks(from, length * MINUTE_MS)).toEqual(minutes.map(minute => minute * MINUTE_MS))
})
