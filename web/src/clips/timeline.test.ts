import { describe, expect, it } from 'vitest'
import {
  formatSeconds,
  formatTenths,
  frameStartAt,
  nearestCut,
  needsRefit,
  parseTime,
  rulerTicks,
  visibleAround,
} from './timeline'

describe('frames', () => {
  it('have an exact start for any rounded time within them', () => {
    expect(frameStartAt(2.02, 25)).toBe(2)
    expect(frameStartAt(2.039, 25)).toBeCloseTo(2)
    expect(frameStartAt(2.04, 25)).toBeCloseTo(2.04)
    expect(frameStartAt(1.2333, 30)).toBeCloseTo(37 / 30)
  })

  it('are cut at the nearest boundary', () => {
    expect(nearestCut(2.05, 25)).toBeCloseTo(2.04)
    expect(nearestCut(2.07, 25)).toBeCloseTo(2.08)
  })
})

describe('times', () => {
  it('have tenths, and hours if needed', () => {
    expect([formatTenths(24), formatTenths(5509.6), formatTenths(59.96)]).toEqual([
      '0:24.0',
      '1:31:49.6',
      '1:00.0',
    ])
    expect([formatSeconds(0), formatSeconds(6492.9)]).toEqual(['0:00', '1:48:12'])
  })

  it('are parsed as they are formatted', () => {
    expect(parseTime('1:31:49.6')).toBeCloseTo(5509.6)
    expect(parseTime('0:12,5')).toBe(12.5)
    expect(['', 'x', '1:2:3:4', '1:-2'].map(parseTime)).toEqual([null, null, null, null])
  })
})

describe('the visible timeline', () => {
  const available = { start: 0, end: 5400 }

  it('is half a minute around a short clip, and twice the length of a long one', () => {
    expect(visibleAround({ start: 100, end: 110 }, available)).toEqual({ start: 90, end: 120 })
    const { start, end } = visibleAround({ start: 100, end: 196 }, available)
    expect(end - start).toBeCloseTo(200)
  })

  it('stays within the game', () => {
    expect(visibleAround({ start: 0, end: 10 }, available)).toEqual({ start: 0, end: 30 })
    expect(visibleAround({ start: 0, end: 8 }, { start: 0, end: 12 })).toEqual({ start: 0, end: 12 })
  })

  it('changes only if the range leaves it or touches its edge', () => {
    const visible = { start: 90, end: 120 }
    expect(needsRefit(visible, { start: 95, end: 118 }, available)).toBe(false)
    expect(needsRefit(visible, { start: 80, end: 100 }, available)).toBe(true)
    expect(needsRefit(visible, { start: 95, end: 119.9 }, available)).toBe(true)
    expect(needsRefit({ start: 0, end: 30 }, { start: 0, end: 10 }, available)).toBe(false)
    expect(needsRefit({ start: 0, end: 600 }, { start: 10, end: 20 }, available)).toBe(true)
  })

  it('has ticks at round times', () => {
    expect(rulerTicks({ start: 5500, end: 5540 })).toEqual([5500, 5510, 5520, 5530, 5540])
  })
})
