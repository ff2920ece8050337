import { expect, test } from 'vitest'
import { BIN_MS, isLastBin, toBins } from './startupHistogram'

test('startup times are counted in half-second ranges, including empty ones', () => {
  const bins = toBins([
    { from_ms: 400, views: 1 },
    { from_ms: 500, views: 2 },
    { from_ms: 900, views: 3 },
    { from_ms: 5200, views: 4 },
  ])
  expect(bins.slice(0, 3).map(bin => bin.views)).toEqual([1, 5, 0])
  expect(bins).toHaveLength(11)
  expect(bins.at(-1)).toEqual({ from_ms: 5000, views: 4 })
})

test('every startup time is counted, and the last range has no upper limit', () => {
  const bins = toBins([
    { from_ms: 10_000, views: 2 },
    { from_ms: 12_000, views: 1 },
  ])
  expect(bins.at(-1)).toEqual({ from_ms: 10_000, views: 3 })
  expect(bins.map(isLastBin).filter(Boolean)).toHaveLength(1)
})

test('a histogram has at least eight ranges', () => {
  expect(toBins([])).toHaveLength(8)
  expect(toBins([])[7]).toEqual({ from_ms: 7 * BIN_MS, views: 0 })
})
