// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { fakeMatchMedia, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { aLibraryItem, anEvent, aTeam, createCatalogStore } from '../../fakes'
import { SearchButton } from './SearchButton'

const RESULTS = {
  events: [anEvent(7, { name: 'Goldfield @ Ironwood', stream_status: 'live' })],
  participants: [aTeam(3, { name: 'Goldfield', alias: 'goldfield-hockey' })],
  groups: [{ id: 1, name: 'Goldfield', nickname: 'Harvest', alias: 'goldfield', images: { logo: null } }],
  library: [aLibraryItem(5, { title: 'Golden crust' })],
}
const NO_RESULTS = { events: [], participants: [], groups: [], library: [] }
let currentPath = ''

function LocationDisplay() {
  const { pathname, search } = useLocation()
  currentPath = pathname + search
  return null
}

function open(...answers: object[]): FakeServer {
  const server = new FakeServer().on('/api/search', ...answers)
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <SearchButton />
      <input aria-label="elsewhere" />
      <LocationDisplay />
    </CatalogProvider>,
  )
  return server
}

const searchResponse = (data: object) => ({ json: { data } })
const typeInto = async (words: string) =>
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: words } })

// Load the lazy chunk first, because its import may exceed the test timeout.
beforeAll(() => import('./SearchDialog'))
beforeEach(() => {
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('site search', () => {
  it('opens with its button, and focuses the search field', async () => {
    open(searchResponse(NO_RESULTS))
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    const input = await screen.findByRole('combobox', { name: 'Search' })
    await waitFor(() => expect(document.activeElement).toBe(input))
  })

  it('opens with the slash key, but not while the viewer types elsewhere', async () => {
    open(searchResponse(NO_RESULTS))
    fireEvent.keyDown(screen.getByLabelText('elsewhere'), { key: '/' })
    fireEvent.keyDown(document.body, { key: '/', ctrlKey: true })
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.keyDown(document.body, { key: '/' })
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  it('sends one request for the typed words, and lists games, teams, schools and videos as links', async () => {
    const server = open(searchResponse(RESULTS))
    fireEvent.keyDown(document.body, { key: '/' })
    await typeInto('gol')
    await typeInto('gold ')
    await screen.findByText('Golden crust')
    expect(server.requests.map(one => one.query.q)).toEqual(['gold'])
    const links = screen.getAllByRole('option').map(option => option.getAttribute('href'))
    expect(links).toEqual([
      '/watch/7',
      '/schedule?q=gold',
      '/?school=goldfield',
      '/?team=goldfield-hockey',
      '/vod_library/5',
    ])
    expect(screen.getByRole('group', { name: 'Games' })).toBeTruthy()
  })

  it('opens the selected result and closes', async () => {
    open(searchResponse(RESULTS))
    fireEvent.keyDown(document.body, { key: '/' })
    await typeInto('gold')
    fireEvent.click(await screen.findByText('Golden crust'))
    await waitFor(() => expect(currentPath).toBe('/vod_library/5'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('links from finished games to the replays', async () => {
    open(searchResponse({ ...NO_RESULTS, events: [anEvent(7)] }))
    fireEvent.keyDown(document.body, { key: '/' })
    await typeInto('gold')
    const all = await screen.findByRole('option', { name: 'All games for “gold”' })
    expect(all.getAttribute('href')).toBe('/vod?q=gold')
  })

  it('shows a message if nothing was found', async () => {
    open(searchResponse(NO_RESULTS))
    fireEvent.keyDown(document.body, { key: '/' })
    await typeInto('xyzzy')
    expect(await screen.findByText('No results for “xyzzy”')).toBeTruthy()
  })

  it('shows an error if the request failed, and can be retried', async () => {
    open({ status: 500 }, searchResponse(RESULTS))
    fireEvent.keyDown(document.body, { key: '/' })
    await typeInto('gold')
    await screen.findByText('Search is unavailable')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Golden crust')).toBeTruthy()
  })
})
