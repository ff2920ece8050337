// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { scheduleTask } from './scheduleTask'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('runs a scheduled task once, on whichever timer fires first', () => {
  const task = vi.fn()
  scheduleTask(task)
  expect(task).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(task).toHaveBeenCalledTimes(1)
})

it.each(['setTimeout', 'requestAnimationFrame'] as const)(
  'runs a scheduled task even if %s never fires',
  lost => {
    vi.stubGlobal(lost, () => 0)
    const task = vi.fn()
    scheduleTask(task, 32)
    vi.advanceTimersByTime(100)
    expect(task).toHaveBeenCalledTimes(1)
  },
)
