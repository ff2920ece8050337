// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer, itemResponse } from '@/shared/testing/fakes'
import { FakeResizeObserver, fakeMatchMedia, renderPage } from '@/shared/testing/page'
import { createShell } from '@/shared/testing/shell'
import { AnalyticsStore } from '../AnalyticsStore'
import { AnalyticsProvider } from '../context'
import { OPERATOR } from '../testing/reportsPage'
import { aReport, aSponsor, figures, PERIOD } from '../testing/sponsorFakes'
import LinkedSponsorReport from './LinkedSponsorReport'
import Sponsors from './Sponsors'

const SPONSORS = '/api/studio/sponsors'
const LINK = { id: 7, label: 'Mia', created_at: '2026-11-21T18:00:00Z', expires_at: '2026-12-21T18:00:00Z' }
let server: FakeServer

function open(address: string) {
  const shell = createShell(server, { viewer: OPERATOR })
  renderPage(
    <AnalyticsProvider store={new AnalyticsStore(shell, '')}>
      <Routes>
        <Route path="/studio/sponsors/*" element={<Sponsors />} />
        <Route path="/sponsor-report" element={<LinkedSponsorReport />} />
      </Routes>
    </AnalyticsProvider>,
    address,
  )
}

const cellsOf = async (name: RegExp) =>
  within(await screen.findByRole('row', { name }))
    .getAllByRole('cell')
    .map(cell => cell.textContent)

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  server = new FakeServer()
  server.on(`${SPONSORS}/feed`, itemResponse(aReport()))
  server.on(`${SPONSORS}/feed/links`, itemResponse([LINK]))
})
afterEach(cleanup)

describe('the sponsors of a channel', () => {
  it('are listed with the figures of their pre-rolls', async () => {
    const archived = aSponsor({ key: 'bank', name: 'Bank', is_archived: true })
    const sponsors = [aSponsor(), archived].map(item => ({ ...item, figures: figures() }))
    server.on(SPONSORS, itemResponse({ span: PERIOD, sponsors, totals: figures() }))
    open('/studio/sponsors')
    expect(await cellsOf(/Feed & Seed/)).toEqual(['Feed & Seed', '40', '75%', '2', '1'])
    expect(screen.getAllByText('Archived')).toHaveLength(1)
  })

  it('are explained while there are none', async () => {
    server.on(SPONSORS, itemResponse({ span: PERIOD, sponsors: [], totals: figures() }))
    open('/studio/sponsors')
    expect(await screen.findByText('No sponsors yet')).toBeTruthy()
  })

  it('have a report by game and by day, without days on which nothing played', async () => {
    open('/studio/sponsors/feed')
    const games = within(await screen.findByRole('region', { name: 'By game' }))
    expect(games.getByText('Game that is not public')).toBeTruthy()
    const row = games.getByRole('row', { name: /Harlan Falls/ })
    const cells = within(row).getAllByRole('cell')
    expect(cells.slice(1).map(cell => cell.textContent)).toEqual(['40', '36', '34', '32', '30', '2'])
    const days = within(screen.getByRole('region', { name: 'By day' }))
    expect(days.getAllByRole('row')).toHaveLength(2)
  })

  it('revoke a link after a question', async () => {
    server.on(`${SPONSORS}/feed/links/7`, { status: 204 })
    open('/studio/sponsors/feed')
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke Mia' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false)
    server.on(`${SPONSORS}/feed/links`, itemResponse([]))
    fireEvent.click(dialog.getByRole('button', { name: 'Revoke link' }))
    expect(await screen.findByText('There is no link yet.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('the report of a link', () => {
  it('shows the sponsor and its figures', async () => {
    server.on('/api/sponsor-reports/show', itemResponse(aReport()))
    open('/sponsor-report#token')
    expect(await screen.findByRole('heading', { level: 1, name: 'Feed & Seed' })).toBeTruthy()
    expect(screen.queryByText('ads@example.org')).toBeNull()
    expect(server.requests[0]?.body).toMatchObject({ token: 'token' })
  })

  it('does not open with a revoked link', async () => {
    const refusal = { status: 400, code: 'errors.sponsor_link', message: 'No' }
    server.on('/api/sponsor-reports/show', { status: 400, json: refusal })
    open('/sponsor-report#revoked')
    expect(await screen.findByText('This link no longer works')).toBeTruthy()
  })
})
