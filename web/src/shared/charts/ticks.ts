import { MINUTE_MS } from '../constants'

const MIN_INTERVALS = 3
const STEPS = [1, 2, 5, 10]
const MINUTE_STEPS = [1, 2, 5, 10, 15, 30, 60]
const MAX_TIME_INTERVALS = 4

/** Return evenly spaced round numbers, from at most `low` to at least `high`. */
export function roundTicks(low: number, high: number): number[] {
  const interval = (high - low) / MIN_INTERVALS || 1
  const power = 10 ** Math.floor(Math.log10(interval))
  const step = (STEPS.find(factor => factor * power >= interval) ?? 10) * power
  const first = Math.floor(low / step)
  const count = Math.ceil(high / step) - first + 1
  return Array.from({ length: count }, (_, index) => (first + index) * step)
}

/** Return the full minutes of a time axis, in milliseconds since the epoch: at most five. */
export function timeTicks(from: number, to: number): number[] {
  const minutes = MINUTE_STEPS.find(step => to - from <= step * MINUTE_MS * MAX_TIME_INTERVALS) ?? 60
  const step = minutes * MINUTE_MS
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step)
}
