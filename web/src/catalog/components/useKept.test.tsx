// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { messages } from '@/locales/fr.po'
import { KeptPositions } from '@/shared/positions'
import { show } from '@/shared/testing/page'
import { useKept } from './useKept'

afterEach(cleanup)

function Film() {
  return <output>{useKept({ kind: 'vod', id: 1 }).start ?? 'not known'}</output>
}

it('A player that comes anew in another language goes on where watching was', async () => {
  const start = vi.fn(async () => 40)
  const leave = vi.fn()
  show(
    <KeptPositions value={{ keeps: true, start, at: () => undefined, leave }}>
      <Film />
    </KeptPositions>,
  )
  await screen.findByText('40')
  start.mockResolvedValue(95)
  act(() => i18n.loadAndActivate({ locale: 'fr', messages }))
  screen.getByText('not known')
  expect(leave).toHaveBeenCalledTimes(1)
  await screen.findByText('95')
})
