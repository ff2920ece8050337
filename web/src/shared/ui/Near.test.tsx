// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '@/shared/testing/page'
import { Near } from './Near'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('What is far below is made when it comes near the window, and stays', () => {
  let tell: (entries: { isIntersecting: boolean }[]) => void = () => undefined
  const disconnect = vi.fn()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      disconnect = disconnect
      constructor(listener: typeof tell) {
        tell = listener
      }
      observe() {}
    },
  )
  show(<Near fallback="Room">Rail</Near>)
  act(() => tell([{ isIntersecting: false }]))
  screen.getByText('Room')
  act(() => tell([{ isIntersecting: true }]))
  screen.getByText('Rail')
  expect(screen.queryByText('Room')).toBeNull()
  expect(disconnect).toHaveBeenCalled()
})
