// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { EngagementProvider } from '@/engagement'
import { anEngagement } from '@/engagement/fakes'
import { Part, Parts } from '@/shared/parts'
import { FakeServer } from '@/shared/testing/fakes'
import { StillObserver, show } from '@/shared/testing/page'
import { useParts } from './useParts'

vi.mock('./parts', () => ({ loadParts: () => Promise.reject(new Error('no such chunk')) }))
afterEach(cleanup)

function Home() {
  return (
    <Parts value={useParts()}>
      <Part name="homeRails" facts={{ Rail: () => null }} />
    </Parts>
  )
}

it('The room of rails goes where they do not come', async () => {
  vi.stubGlobal('ResizeObserver', StillObserver)
  const engagement = anEngagement(new FakeServer())
  engagement.shell.storage.set('home_rails', 2)
  show(
    <EngagementProvider store={engagement}>
      <Home />
    </EngagementProvider>,
  )
  expect(screen.getAllByRole('region', { hidden: true })).toHaveLength(2)
  await waitFor(() => expect(screen.queryByRole('region', { hidden: true })).toBeNull())
})
