// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SpoilerContext } from '@/shared/contexts/spoilers'
import { FakeServer } from '@/shared/testing/fakes'
import { fakeMatchMedia, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { createCatalogStore, HOCKEY } from '../fakes'
import { aRecord, aStanding, aStandings } from '../seasonFakes'
import Standings from './Standings'

const SOCCER = { ...HOCKEY, id: 2, name: 'Girls soccer', alias: 'girls-soccer', sport: 'soccer' }
const TALKS = { ...HOCKEY, id: 3, name: 'Talks', alias: 'talks', sport: '' }
const PATH = '/api/events-categories/1/standings'
let server: FakeServer

async function open(path = '/standings/boys-hockey', hidesScores = false) {
  const spoilers = { isEnabled: hidesScores, isHidden: () => hidesScores, reveal: vi.fn() }
  renderPage(
    <CatalogProvider store={createCatalogStore(server, {}, { categories: [HOCKEY, SOCCER, TALKS] })}>
      <SpoilerContext value={spoilers}>
        <Routes>
          <Route path="/standings/:category" element={<Standings />} />
          <Route path="/404" element={<p>Not found</p>} />
        </Routes>
      </SpoilerContext>
    </CatalogProvider>,
    path,
  )
  await act(() => new Promise(resolve => setTimeout(resolve)))
}

const cells = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(name) }))
    .getAllByRole('cell')
    .map(cell => cell.textContent)

beforeEach(() => {
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  server = new FakeServer().on(PATH, { json: { data: aStandings() } })
})

afterEach(cleanup)

describe('the standings of a category', () => {
  it('rank its teams with the columns that the sport counts', async () => {
    await open()
    screen.getByRole('heading', { level: 1, name: 'Standings' })
    screen.getByText('Boys hockey, 2026–2027')
    const headings = screen.getAllByRole('columnheader').map(cell => cell.textContent)
    expect(headings.join(' ')).toContain('LLosses TTies OTLOvertime losses PtsPoints')
    expect(cells('Team 1')).toEqual(['1', '4', '2', '1', '0', '1', '5', '11', '8', '+3', 'W22 wins in a row'])
    expect(cells('Team 2')).toEqual(['–', '0', '0', '0', '0', '0', '0', '0', '0', '0', '–'])
  })

  it('have the share of wins in a sport without points, ties and overtime losses', async () => {
    const record = aRecord({ points: null, win_share: 0.667, overtime_losses: null })
    const data = aStandings({
      has_points: false,
      has_ties: false,
      has_overtime_losses: false,
      rows: [aStanding(1, { record })],
    })
    server.on(PATH, { json: { data } })
    await open()
    expect(cells('Team 1')).toEqual(['1', '4', '2', '1', '0.667', '11', '8', '+3', 'W22 wins in a row'])
  })

  it('lead to the teams and to the other categories with a sport', async () => {
    await open()
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(link('Team 1')).toBe('/?team=team-1')
    expect(link('Girls soccer')).toBe('/standings/girls-soccer')
    expect(screen.queryByRole('link', { name: 'Talks' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Boys hockey' }).getAttribute('aria-current')).toBe('page')
  })

  it('say that there are no results before the first one', async () => {
    const rows = [aStanding(1, { rank: null, record: null, streak: null })]
    server.on(PATH, { json: { data: aStandings({ rows }) } })
    await open()
    screen.getByRole('heading', { name: 'No results yet' })
    expect(screen.getByRole('link', { name: 'Show games' }).getAttribute('href')).toBe('/?category_id=1')
  })

  it('can be requested again after an error', async () => {
    server.on(PATH, { status: 503 }, { json: { data: aStandings() } })
    await open()
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByRole('row', { name: /Team 1/ })
  })

  it('are neither shown nor requested while the viewer hides scores', async () => {
    await open('/standings/boys-hockey', true)
    screen.getByRole('heading', { name: 'Standings are hidden' })
    expect(screen.queryByRole('table')).toBeNull()
    expect(server.requests).toEqual([])
  })

  it('of an unknown category are not found', async () => {
    await open('/standings/curling')
    screen.getByText('Not found')
  })
})
