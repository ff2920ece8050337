import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkTimeoutError, withTimeout } from './withTimeout'

describe('a part of the page that loads when needed', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is given up after 120 s, not before', async () => {
    const loading = withTimeout(new Promise(() => undefined)).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(await Promise.race([loading, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await Promise.race([loading, 'waiting'])).toBeInstanceOf(ChunkTimeoutError)
  })

  it('leaves no clock running once it came', async () => {
    expect(await withTimeout(Promise.resolve('screen'))).toBe('screen')
    await vi.runAllTicks()
    expect(vi.getTimerCount()).toBe(0)
  })
})
