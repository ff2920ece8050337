import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkTimeoutError, withTimeout } from './withTimeout'

describe('a lazy part of the page', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('times out after 120 s, not before', async () => {
    const loading = withTimeout(new Promise(() => undefined)).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(await Promise.race([loading, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await Promise.race([loading, 'waiting'])).toBeInstanceOf(ChunkTimeoutError)
  })

  it('leaves no timer running after it has loaded', async () => {
    expect(await withTimeout(Promise.resolve('screen'))).toBe('screen')
    await vi.runAllTicks()
    expect(vi.getTimerCount()).toBe(0)
  })
})
