import { describe, expect, it } from 'vitest'
import {
  cutAt,
  frameAt,
  isOutgrown,
  secondsFrom,
  shownAround,
  ticksOf,
  timeLabel,
  wholeLabel,
} from './timeline'

describe('frames', () => {
  it('begin where they are, however an instant in them is rounded', () => {
    expect(frameAt(2.02, 25)).toBe(2)
    expect(frameAt(2.039, 25)).toBeCloseTo(2)
    expect(frameAt(2.04, 25)).toBeCloseTo(2.04)
    expect(frameAt(1.2333, 30)).toBeCloseTo(37 / 30)
  })

  it('are cut between the nearest two', () => {
    expect(cutAt(2.05, 25)).toBeCloseTo(2.04)
    expect(cutAt(2.07, 25)).toBeCloseTo(2.08)
  })
})

describe('times', () => {
  it('have a tenth, and hours where there are any', () => {
    expect([timeLabel(24), timeLabel(5509.6), timeLabel(59.96)]).toEqual(['0:24.0', '1:31:49.6', '1:00.0'])
    expect([wholeLabel(0), wholeLabel(6492.9)]).toEqual(['0:00', '1:48:12'])
  })

  it('are read as they are written', () => {
    expect(secondsFrom('1:31:49.6')).toBeCloseTo(5509.6)
    expect(secondsFrom('0:12,5')).toBe(12.5)
    expect(['', 'x', '1:2:3:4', '1:-2'].map(secondsFrom)).toEqual([null, null, null, null])
  })
})

describe('what the strip shows', () => {
  const whole = { start: 0, end: 5400 }

  it('is half a minute around a short clip, and twice a long one', () => {
    expect(shownAround({ start: 100, end: 110 }, whole)).toEqual({ start: 90, end: 120 })
    const { start, end } = shownAround({ start: 100, end: 196 }, whole)
    expect(end - start).toBeCloseTo(200)
  })

  it('stays within the game', () => {
    expect(shownAround({ start: 0, end: 10 }, whole)).toEqual({ start: 0, end: 30 })
    expect(shownAround({ start: 0, end: 8 }, { start: 0, end: 12 })).toEqual({ start: 0, end: 12 })
  })

  it('is outgrown by what leaves it, not by what fits', () => {
    const shown = { start: 90, end: 120 }
    expect(isOutgrown(shown, { start: 95, end: 118 }, whole)).toBe(false)
    expect(isOutgrown(shown, { start: 80, end: 100 }, whole)).toBe(true)
    expect(isOutgrown(shown, { start: 95, end: 119.9 }, whole)).toBe(true)
    expect(isOutgrown({ start: 0, end: 30 }, { start: 0, end: 10 }, whole)).toBe(false)
    expect(isOutgrown({ start: 0, end: 600 }, { start: 10, end: 20 }, whole)).toBe(true)
  })

  it('is ruled by round times', () => {
    expect(ticksOf({ start: 5500, end: 5540 })).toEqual([5500, 5510, 5520, 5530, 5540])
  })
})
