// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ScreenRoute, screen } from './screens'

describe('a screen', () => {
  const page = { default: () => 'the page' }
  const renderScreen = ({ Screen }: ScreenRoute) => render(<Screen />).container
  afterEach(cleanup)

  it('that is loaded is shown at once, and loaded once', async () => {
    const load = vi.fn(async () => page)
    const route = screen('/', load)
    await route.preload()
    expect(renderScreen(route).textContent).toBe('the page')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('that is loading is awaited', async () => {
    let resolveLoad: (loaded: typeof page) => void = () => undefined
    const container = renderScreen(screen('/', () => new Promise(resolve => (resolveLoad = resolve))))
    expect(container.querySelector('[aria-busy="true"]')).not.toBeNull()
    await act(async () => resolveLoad(page))
    expect(container.textContent).toBe('the page')
  })

  it('that fails to load ends the preload as well', async () => {
    await expect(screen('/', () => Promise.reject(new Error('gone'))).preload()).resolves.toBeUndefined()
  })
})
