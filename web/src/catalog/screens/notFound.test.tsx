// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import {
  currentPath,
  FakeResizeObserver,
  fakeMatchMedia,
  LocationDisplay,
  renderPage,
} from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { aLibraryItem, anEvent, createCatalogStore } from '../fakes'
import Watch from './Watch'
import WatchEmbed from './WatchEmbed'
import WatchLibraryItem from './WatchLibraryItem'

vi.mock('@/shared/player', () => ({ Player: () => null }))

const foundEvent = {
  json: { data: anEvent(1, { name: 'Timber @ Tide', full_name: 'Timber @ Tide (final)' }) },
}
const foundLibraryItem = { json: { data: aLibraryItem(1, { title: 'Sourdough' }) } }

function open(server: FakeServer, path: string) {
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <LocationDisplay />
      <Routes>
        <Route path="/watch/:id" element={<Watch />} />
        <Route path="/watch_embed/:id" element={<WatchEmbed />} />
        <Route path="/vod_library/:id" element={<WatchLibraryItem />} />
        <Route path="*" element={<Link to={`${path}/1`}>Existing item</Link>} />
      </Routes>
    </CatalogProvider>,
    `${path}/99`,
  )
}

beforeEach(() => {
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
})
afterEach(cleanup)

it.each([
  ['a game', '/watch', 'Timber @ Tide'],
  ['the player of a game', '/watch_embed', 'Timber @ Tide (final)'],
  ['a film', '/vod_library', 'Sourdough'],
])('%s opens after an unknown one', async (_, path, name) => {
  const server = new FakeServer()
    .on('/api/events/1', foundEvent)
    .on('/api/events', listResponse([]))
    .on('/api/vod-media-items/1', foundLibraryItem)
    .on('/api/vod-media-items', listResponse([]))
  open(server, path)
  const link = await screen.findByRole('link', { name: 'Existing item' })
  expect(currentPath()).toBe('/404')
  await act(async () => fireEvent.click(link))
  await screen.findByRole('heading', { level: 1, name })
  expect(currentPath()).toBe(`${path}/1`)
})
