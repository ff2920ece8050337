// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { messages } from '@/locales/en.po'
import { StartUpError } from './StartUpError'

beforeEach(() => {
  vi.useFakeTimers()
  i18n.loadAndActivate({ locale: 'en', messages })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('The start-up error screen keeps its reload button locked for 60 seconds', async () => {
  const onReload = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <StartUpError lockedUntil={Date.now() + 60_000} onReload={onReload} />
    </I18nProvider>,
  )
  screen.getByRole('heading', {
    name: 'Apologies! Our service is currently experiencing technical difficulties',
  })
  const button = screen.getByRole('button')
  expect(button.textContent).toBe('Reload in 1:00')
  expect(button).toHaveProperty('disabled', true)

  await act(() => vi.advanceTimersByTimeAsync(59_000))
  expect(button.textContent).toBe('Reload in 0:01')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(button).toHaveProperty('disabled', false)
  fireEvent.click(button)
  expect(onReload).toHaveBeenCalledOnce()
})
