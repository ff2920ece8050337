// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import {
  currentPath,
  FakeResizeObserver,
  fakeMatchMedia,
  LocationDisplay,
  renderPage,
} from '@/shared/testing/page'
import { createShell } from '@/shared/testing/shell'
import { CatalogStore } from '../CatalogStore'
import { CatalogProvider } from '../context'
import Watch from './Watch'
import WatchEmbed from './WatchEmbed'

vi.mock('@/shared/player', () => ({ Player: () => null }))

function open(path: string, code: string, viewer = {}) {
  const server = new FakeServer()
    .on('/api/events/7', { status: 404, json: { code, message: 'This event is private.' } })
    .on('/api/events', listResponse([]))
  renderPage(
    <CatalogProvider store={new CatalogStore(createShell(server, { viewer }))}>
      <LocationDisplay />
      <Routes>
        <Route path="/watch/:id" element={<Watch />} />
        <Route path="/watch_embed/:id" element={<WatchEmbed />} />
      </Routes>
    </CatalogProvider>,
    path,
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

it.each(['/watch/7', '/watch_embed/7'])('asks a visitor of %s to log in', async path => {
  open(path, 'errors.private_event')
  expect(await screen.findByRole('heading', { level: 1, name: 'This game is private' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
  expect(currentPath()).toBe(path)
})

it('says to another account that it is not on the list', async () => {
  open('/watch/7', 'errors.not_a_member', { id: 3, email: 'bea@example.org' })
  expect(await screen.findByText(/Your account bea@example.org is not on the team’s list/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
})
