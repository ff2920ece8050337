// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { aLibraryItem, createCatalogStore } from '../../fakes'
import type { LibraryItem } from '../../model'
import { LibraryItemGate } from './LibraryItemGate'

const open = (changes: Partial<LibraryItem>) =>
  renderPage(
    <CatalogProvider store={createCatalogStore(new FakeServer())}>
      <LibraryItemGate item={aLibraryItem(1, changes)} />
    </CatalogProvider>,
  )

afterEach(cleanup)

it('a video that is blocked in the viewer’s region shows the specification’s message', () => {
  open({ has_access: false, access_reason: 'geo_blocked', pass_type: 'paid' })
  screen.getByText("We're sorry, but this content is not available in your region.")
  expect(screen.getByRole('link').getAttribute('href')).toBe('/vod_library')
})

it('a video that requires a purchase offers access', () => {
  open({ has_access: false, access_reason: 'login_required', pass_type: 'paid' })
  screen.getByRole('heading', { name: 'Get access to this video' })
})
