// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { FakeResizeObserver, fakeMatchMedia, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { aLibraryItem, anEvent, createCatalogStore } from '../fakes'
import Home from './Home'

const NEWEST = '/api/vod-media-items'
const rail = (alias: string) => ({
  id: 1,
  title: alias,
  alias,
  category_id: null,
  vod_media_items: [aLibraryItem(1)],
})
const HOCKEY = {
  id: 3,
  name: 'Boys hockey',
  short_name: 'Hockey',
  alias: null,
  sport: 'hockey',
  gender: 'male',
  image: null,
  weight: 1,
}
let server: FakeServer

/** Opens the home page of a channel that has the rail `winter`. */
async function open(...home: string[]) {
  renderPage(
    <CatalogProvider store={createCatalogStore(server, { home }, { categories: [HOCKEY] })}>
      <Home />
    </CatalogProvider>,
  )
  await act(() => new Promise(resolve => setTimeout(resolve)))
}

beforeEach(() => {
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  server = new FakeServer()
    .on('/api/vod-media-rails', { json: { data: [rail('winter')] } })
    .on('/api/vod-media-categories', { json: { data: [] } })
    .on('/api/events-for-homepage', { json: { data: [] } })
    .on(NEWEST, listResponse([aLibraryItem(7)]))
})

afterEach(cleanup)

describe('the newest videos', () => {
  it('appear at the end of a home page that shows every rail and the library', async () => {
    await open('rail:winter', 'library')
    await screen.findByRole('region', { name: 'New in the library' })
    expect(server.paths.filter(path => path === NEWEST)).toHaveLength(1)
  })

  it('appear even if the rails did not load', async () => {
    server.on('/api/vod-media-rails', { status: 503 })
    await open('live', 'library')
    await screen.findByRole('region', { name: 'New in the library' })
  })

  it('are not requested if the channel shows rails instead', async () => {
    await open('library')
    await screen.findByRole('region', { name: 'winter' })
    expect(server.paths).not.toContain(NEWEST)
  })

  it('are not requested by a home page without the library', async () => {
    await open('live', 'rail:winter')
    await screen.findByRole('region', { name: 'winter' })
    expect(server.paths).not.toContain(NEWEST)
  })
})

it('shows an error if a category did not load, without games of another one', async () => {
  const games = (id: number) => ({
    json: {
      data: [
        {
          id,
          title: 'Live',
          kind: 'live',
          event_category_id: null,
          stream_status: 'live',
          events: [anEvent(id, { name: `Game ${id}` })],
          total: 1,
          more_url: '/',
        },
      ],
    },
  })
  server.on('/api/events-for-homepage', games(1), { status: 500 }, games(2))
  await open('live')
  await screen.findByRole('link', { name: /Game 1/ })
  fireEvent.click(screen.getByRole('button', { name: 'Boys hockey' }))
  await screen.findByText('The home page could not be loaded')
  expect(screen.queryByRole('link', { name: /Game 1/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: /Game 2/ })
})

describe('the page of a category', () => {
  const openCategory = async (sport: string) => {
    renderPage(
      <CatalogProvider
        store={createCatalogStore(server, {}, { categories: [{ ...HOCKEY, alias: 'boys-hockey', sport }] })}
      >
        <Home />
      </CatalogProvider>,
      '/?category_id=3',
    )
    await act(() => new Promise(resolve => setTimeout(resolve)))
  }

  it('links to its standings', async () => {
    await openCategory('hockey')
    expect(screen.getByRole('link', { name: 'Standings' }).getAttribute('href')).toBe(
      '/standings/boys-hockey',
    )
  })

  it('has no link without a sport', async () => {
    await openCategory('')
    expect(screen.queryByRole('link', { name: 'Standings' })).toBeNull()
  })
})

describe('a home page with nothing to watch', () => {
  const respondWithoutVideos = () =>
    server.on('/api/vod-media-rails', { json: { data: [] } }).on(NEWEST, listResponse([]))

  it('shows an empty message once loading is complete', async () => {
    respondWithoutVideos()
    await open('live', 'library')
    expect(await screen.findByRole('heading', { name: 'Opening soon' })).toBeTruthy()
  })

  it('shows no empty message if there is a video', async () => {
    await open('live', 'library')
    await screen.findByRole('region', { name: 'winter' })
    expect(screen.queryByRole('heading', { name: 'Opening soon' })).toBeNull()
  })

  it('shows an empty message even if the library is not part of the page', async () => {
    await open('live', 'upcoming')
    expect(await screen.findByRole('heading', { name: 'Opening soon' })).toBeTruthy()
  })
})
