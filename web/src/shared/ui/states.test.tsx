// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import { ErrorState } from './states'

afterEach(cleanup)

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

it('An error state reports a lost connection, and retries when the connection returns', () => {
  const onRetry = vi.fn()
  renderPage(<ErrorState title="The game could not be loaded" onRetry={onRetry} />)
  screen.getByRole('heading', { name: 'The game could not be loaded' })
  setOnline(false)
  screen.getByRole('heading', { name: 'You’re offline' })
  expect(onRetry).not.toHaveBeenCalled()
  setOnline(true)
  screen.getByRole('heading', { name: 'The game could not be loaded' })
  expect(onRetry).toHaveBeenCalledOnce()
})
