import { afterEach, expect, it, vi } from 'vitest'
import { LazyPositions, type PositionsBackend, START_TIMEOUT_MS } from './LazyPositions'

const EVENT = { kind: 'event', id: 12 } as const
const store = (start: () => Promise<number>) =>
  ({ getStart: start, update: vi.fn(), stop: vi.fn() }) satisfies PositionsBackend
const createPositions = (load: () => Promise<PositionsBackend>) => new LazyPositions({ id: 7 }, load)

afterEach(() => {
  vi.useRealTimers()
})

it('The player starts at the store’s position and reports to the store', async () => {
  const kept = store(async () => 754)
  const positions = createPositions(async () => kept)
  positions.update(EVENT, 1, 60)
  expect(await positions.getStart(EVENT)).toBe(754)
  positions.update(EVENT, 755, 3600)
  positions.stop()
  expect(kept.update.mock.calls).toEqual([[EVENT, 755, 3600]])
  expect(kept.stop).toHaveBeenCalledOnce()
})

it('The player starts at zero if the store does not load or has no position', async () => {
  expect(await createPositions(() => Promise.reject(new TypeError('no such chunk'))).getStart(EVENT)).toBe(0)
  const dumb = store(() => Promise.reject(new Error('503')))
  expect(await createPositions(async () => dumb).getStart(EVENT)).toBe(0)
})

it('The player starts at zero after a timeout', async () => {
  vi.useFakeTimers()
  const start = createPositions(() => new Promise(() => undefined)).getStart(EVENT)
  await vi.advanceTimersByTimeAsync(START_TIMEOUT_MS)
  expect(await start).toBe(0)
})

it('Positions are disabled for a visitor', () => {
  expect(new LazyPositions({ id: null }, () => Promise.reject(new Error())).isEnabled).toBe(false)
})
