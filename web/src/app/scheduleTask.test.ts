// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { scheduleTask } from './scheduleTask'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('runs a scheduled task once, by the clock that ticks first', () => {
  const then = vi.fn()
  scheduleTask(then)
  expect(then).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(then).toHaveBeenCalledTimes(1)
})

it.each(['setTimeout', 'requestAnimationFrame'] as const)('it happens although %s is lost', lost => {
  vi.stubGlobal(lost, () => 0)
  const then = vi.fn()
  scheduleTask(then, 32)
  vi.advanceTimersByTime(100)
  expect(then).toHaveBeenCalledTimes(1)
})
