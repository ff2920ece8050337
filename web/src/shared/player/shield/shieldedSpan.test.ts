import { describe, expect, test } from 'vitest'
import { shieldedSpan } from './shieldedSpan'

const HOUR = 3600
const spanOf = (length: number, furthest = 0, planned = 2 * HOUR) =>
  shieldedSpan({ planned, length, furthest })

describe('the seek bar of a recording with a hidden result', () => {
  test('is as long for a short game as for one with overtime', () => {
    const lengths = [0.5, 1, 1.9, 2, 2.2, 2.9, 4].map(hours => hours * HOUR)
    expect(new Set(lengths.map(length => spanOf(length)))).toEqual(new Set([3 * HOUR]))
  })

  test('is longer than the plan, so that overtime fits', () => {
    for (const hours of [1, 1.5, 2, 3, 5]) {
      const planned = hours * HOUR
      expect(spanOf(planned, 0, planned)).toBeGreaterThanOrEqual(1.5 * planned)
    }
  })

  test('goes on after the furthest position, wherever that is', () => {
    for (let furthest = 0; furthest < 6 * HOUR; furthest += 97)
      expect(spanOf(7 * HOUR, furthest)).toBeGreaterThanOrEqual(furthest + HOUR / 2)
  })

  test('does not say how much is left, even at the end', () => {
    for (const length of [1.9, 2, 2.2, 3.1].map(hours => hours * HOUR))
      expect(spanOf(length, length) - length).toBeGreaterThanOrEqual(HOUR / 2)
  })

  test('grows in steps of half an hour', () => {
    expect(spanOf(5 * HOUR, 2.4 * HOUR)).toBe(3 * HOUR)
    expect(spanOf(5 * HOUR, 2.6 * HOUR)).toBe(3.5 * HOUR)
    expect(spanOf(5 * HOUR, 3.1 * HOUR)).toBe(4 * HOUR)
  })

  test('has a length while that of the recording is unknown', () => {
    expect(spanOf(Number.NaN)).toBe(3 * HOUR)
    expect(spanOf(0)).toBe(3 * HOUR)
    expect(spanOf(HOUR, 0, 0)).toBe(1.5 * HOUR)
  })

  test('fits an excerpt that is too short for a game, without its exact length', () => {
    expect([20, 24, 40].map(length => spanOf(length))).toEqual([60, 60, 60])
    expect([41, 60, 80].map(length => spanOf(length))).toEqual([120, 120, 120])
    expect(spanOf(14 * 60)).toBe(32 * 60)
    expect(spanOf(15 * 60)).toBe(3 * HOUR)
  })
})
