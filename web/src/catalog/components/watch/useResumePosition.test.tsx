// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { messages } from '@/locales/fr.po'
import { PositionsContext } from '@/shared/contexts/positions'
import { renderPage } from '@/shared/testing/page'
import { useResumePosition } from './useResumePosition'

afterEach(cleanup)

function TestPlayer() {
  return <output>{useResumePosition({ kind: 'vod', id: 1 }).start ?? 'not known'}</output>
}

it('A player reloaded in another language resumes at the saved position', async () => {
  const start = vi.fn(async () => 40)
  const leave = vi.fn()
  renderPage(
    <PositionsContext value={{ isEnabled: true, getStart: start, update: () => undefined, stop: leave }}>
      <TestPlayer />
    </PositionsContext>,
  )
  await screen.findByText('40')
  start.mockResolvedValue(95)
  act(() => i18n.loadAndActivate({ locale: 'fr', messages }))
  screen.getByText('not known')
  expect(leave).toHaveBeenCalledTimes(1)
  await screen.findByText('95')
})
