// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import { LazyRender } from './LazyRender'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('Content far below renders when it is near the viewport, and stays', () => {
  let notifyObserver: (entries: { isIntersecting: boolean }[]) => void = () => undefined
  const disconnect = vi.fn()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      disconnect = disconnect
      constructor(listener: typeof notifyObserver) {
        notifyObserver = listener
      }
      observe() {}
    },
  )
  renderPage(<LazyRender fallback="Room">Rail</LazyRender>)
  act(() => notifyObserver([{ isIntersecting: false }]))
  screen.getByText('Room')
  act(() => notifyObserver([{ isIntersecting: true }]))
  screen.getByText('Rail')
  expect(screen.queryByText('Room')).toBeNull()
  expect(disconnect).toHaveBeenCalled()
})
