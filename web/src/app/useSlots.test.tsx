// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { EngagementProvider } from '@/engagement'
import { createEngagementStore } from '@/engagement/fakes'
import { Slot, SlotsContext } from '@/shared/contexts/slots'
import { FakeServer } from '@/shared/testing/fakes'
import { FakeResizeObserver, renderPage } from '@/shared/testing/page'
import { useSlots } from './useSlots'

vi.mock('./slots', () => ({ loadSlots: () => Promise.reject(new Error('no such chunk')) }))
afterEach(cleanup)

function Home() {
  return (
    <SlotsContext value={useSlots()}>
      <Slot name="homeRails" slotProps={{ Rail: () => null }} />
    </SlotsContext>
  )
}

it('The space reserved for home rails is removed if they fail to load', async () => {
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  const engagement = createEngagementStore(new FakeServer())
  engagement.shell.storage.set('home_rails', 2)
  renderPage(
    <EngagementProvider store={engagement}>
      <Home />
    </EngagementProvider>,
  )
  expect(screen.getAllByRole('region', { hidden: true })).toHaveLength(2)
  await waitFor(() => expect(screen.queryByRole('region', { hidden: true })).toBeNull())
})
