// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkTimeout, inTime } from './inTime'
import { type ScreenRoute, screen } from './screens'

describe('a part of the page that loads when needed', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is given up after 120 s, not before', async () => {
    const loading = inTime(new Promise(() => undefined)).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(await Promise.race([loading, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await Promise.race([loading, 'waiting'])).toBeInstanceOf(ChunkTimeout)
  })

  it('leaves no clock running once it came', async () => {
    expect(await inTime(Promise.resolve('screen'))).toBe('screen')
    await vi.runAllTicks()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a screen', () => {
  const page = { default: () => 'the page' }
  const shown = ({ Screen }: ScreenRoute) => render(<Screen />).container
  afterEach(cleanup)

  it('that is there already is shown at once, and loaded once', async () => {
    const load = vi.fn(async () => page)
    const route = screen('/', load)
    await route.preload()
    expect(shown(route).textContent).toBe('the page')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('that is on its way is waited for', async () => {
    let come: (loaded: typeof page) => void = () => undefined
    const container = shown(screen('/', () => new Promise(resolve => (come = resolve))))
    expect(container.querySelector('[aria-busy="true"]')).not.toBeNull()
    await act(async () => come(page))
    expect(container.textContent).toBe('the page')
  })

  it('that does not come ends the preload all the same', async () => {
    await expect(screen('/', () => Promise.reject(new Error('gone'))).preload()).resolves.toBeUndefined()
  })
})
