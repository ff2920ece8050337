// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Link, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { mediaThat, StillObserver, show } from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { aCatalog, aFilm, anEvent, pageOf } from '../fakes'
import LibraryFilm from './LibraryFilm'
import Watch from './Watch'
import WatchEmbed from './WatchEmbed'

vi.mock('@/shared/player', () => ({ Player: () => null }))

const event = { json: { data: anEvent(1, { name: 'Timber @ Tide', full_name: 'Timber @ Tide (final)' }) } }
const film = { json: { data: aFilm(1, { title: 'Sourdough' }) } }

function Here() {
  return <output aria-label="address">{useLocation().pathname}</output>
}
const address = () => screen.getByLabelText('address').textContent

function open(server: FakeServer, path: string) {
  show(
    <CatalogProvider store={aCatalog(server)}>
      <Here />
      <Routes>
        <Route path="/watch/:id" element={<Watch />} />
        <Route path="/watch_embed/:id" element={<WatchEmbed />} />
        <Route path="/vod_library/:id" element={<LibraryFilm />} />
        <Route path="*" element={<Link to={`${path}/1`}>The one that is there</Link>} />
      </Routes>
    </CatalogProvider>,
    `${path}/99`,
  )
}

beforeEach(() => {
  vi.stubGlobal(
    'matchMedia',
    mediaThat(() => false),
  )
  vi.stubGlobal('ResizeObserver', StillObserver)
})
afterEach(cleanup)

it.each([
  ['a game', '/watch', 'Timber @ Tide'],
  ['the player of a game', '/watch_embed', 'Timber @ Tide (final)'],
  ['a film', '/vod_library', 'Sourdough'],
])('%s opens after another one was not there', async (_, path, name) => {
  const server = new FakeServer()
    .on('/api/events/1', event)
    .on('/api/events', pageOf([]))
    .on('/api/vod-media-items/1', film)
    .on('/api/vod-media-items', pageOf([]))
  open(server, path)
  const link = await screen.findByRole('link', { name: 'The one that is there' })
  expect(address()).toBe('/404')
  await act(async () => fireEvent.click(link))
  await screen.findByRole('heading', { level: 1, name })
  expect(address()).toBe(`${path}/1`)
})
