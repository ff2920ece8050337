import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkTimeout, inTime } from './screens'

describe('a part of the page that loads when needed', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is given up after 120 s', async () => {
    const loading = inTime(new Promise(() => undefined))
    const end = expect(loading).rejects.toBeInstanceOf(ChunkTimeout)
    await vi.advanceTimersByTimeAsync(120_000)
    await end
  })

  it('leaves no clock running once it came', async () => {
    expect(await inTime(Promise.resolve('screen'))).toBe('screen')
    await vi.runAllTicks()
    expect(vi.getTimerCount()).toBe(0)
  })
})
