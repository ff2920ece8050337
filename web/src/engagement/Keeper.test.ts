import { afterEach, expect, it, vi } from 'vitest'
import { Keeper, type Keeping, PATIENCE_MS } from './Keeper'

const GAME = { kind: 'event', id: 12 } as const
const store = (start: () => Promise<number>) => ({ start, at: vi.fn(), leave: vi.fn() }) satisfies Keeping
const keeper = (load: () => Promise<Keeping>) => new Keeper({ id: 7 }, load)

afterEach(() => {
  vi.useRealTimers()
})

it('What is watched begins where the store says, and the store hears of it', async () => {
  const kept = store(async () => 754)
  const positions = keeper(async () => kept)
  positions.at(GAME, 1, 60)
  expect(await positions.start(GAME)).toBe(754)
  positions.at(GAME, 755, 3600)
  positions.leave()
  expect(kept.at.mock.calls).toEqual([[GAME, 755, 3600]])
  expect(kept.leave).toHaveBeenCalledOnce()
})

it('What is watched begins at its start where the store does not come, or cannot say', async () => {
  expect(await keeper(() => Promise.reject(new TypeError('no such chunk'))).start(GAME)).toBe(0)
  const dumb = store(() => Promise.reject(new Error('503')))
  expect(await keeper(async () => dumb).start(GAME)).toBe(0)
})

it('Nobody waits longer than a viewer would', async () => {
  vi.useFakeTimers()
  const start = keeper(() => new Promise(() => undefined)).start(GAME)
  await vi.advanceTimersByTimeAsync(PATIENCE_MS)
  expect(await start).toBe(0)
})

it('A visitor has nothing kept', () => {
  expect(new Keeper({ id: null }, () => Promise.reject(new Error())).keeps).toBe(false)
})
