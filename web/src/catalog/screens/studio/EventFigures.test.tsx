// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OpenRoomsProvider } from '@/shared/studio/openRooms'
import { FakeServer } from '@/shared/testing/fakes'
import { currentPath, LocationDisplay, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import type { EventFigures } from '../../figuresApi'
import { aStudioEvent } from '../../testing/studio'
import Schedule from './Schedule'

const FIGURES = '/api/studio/events/final/figures'
const audience = {
  viewers: 1284,
  views: 1500,
  minutes: 75_126,
  average_minutes: 58.5,
  peak_viewers: 611,
  moments: [
    { at: '2026-11-20T19:00:00Z', live: 420, replay: 0 },
    { at: '2026-11-20T19:05:00Z', live: 600, replay: 11 },
  ],
  days: [
    { day: '2026-11-20', views: 1400 },
    { day: '2026-11-21', views: 100 },
  ],
}
const sales = {
  orders: 212,
  gross: '1886.80',
  refunds: '17.80',
  net: '1869.00',
  currency: 'EUR',
  holders: 214,
  days: [
    { day: '2026-11-18', orders: 12, gross: '106.80' },
    { day: '2026-11-19', orders: 200, gross: '1780.00' },
  ],
}
const nothing = { ...sales, orders: 0, gross: '0.00', refunds: '0.00', net: '0.00', holders: 0, days: [] }
const figures = (changes: Partial<EventFigures> = {}) => ({
  json: { data: { event_id: 7, sales, audience, clips: 31, ...changes } },
})
let server: FakeServer

function open(path = '/figures', rooms = ['schedule', 'reports']) {
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <OpenRoomsProvider value={new Set(rooms)}>
        <Routes>
          <Route path="/studio/schedule/*" element={<Schedule />} />
        </Routes>
      </OpenRoomsProvider>
      <LocationDisplay />
    </CatalogProvider>,
    `/studio/schedule/final${path}`,
  )
}

const textOf = async (region: string) => (await screen.findByRole('region', { name: region })).textContent

beforeAll(async () => {
  await import('../../components/studio/schedule/EventFigures')
  await import('../../components/studio/schedule/EventCharts')
})
beforeEach(() => {
  server = new FakeServer()
  server.on('/api/studio/events', {
    json: { data: [aStudioEvent()], meta: { total: 1, limit: 1, offset: 0 } },
  })
  server.on('/api/studio/entries/events/final', {
    json: { data: { section: 'events', key: 'final', value: { key: 'final' }, version: 'v1' } },
  })
  server.on('/api/participants', { json: { data: [], meta: { total: 0, limit: 50, offset: 0 } } })
  server.on('/api/studio/entries/locations', { json: { data: [] } })
})
afterEach(cleanup)

describe('the figures of an event', () => {
  it('show its own sales in the currency of the channel', async () => {
    server.on(FIGURES, figures())
    open()
    const text = await textOf('Sales')
    expect(text).toContain('Orders212Gross sales€1,886.80Refunds€17.80Net sales€1,869.00Have access now214')
  })

  it('show who watched, and link to Reports with this event chosen', async () => {
    server.on(FIGURES, figures())
    open()
    const text = await textOf('Viewers')
    expect(text).toContain('Unique viewers1,284Watch time1,252.1 hrAverage per viewer58.5 min')
    expect(text).toContain('Most viewers at once611Clips made31')
    expect(screen.queryByRole('link', { name: 'Open in Orders' })).toBeNull()
    const link = screen.getByRole('link', { name: 'Open in Reports' })
    expect(link.getAttribute('href')).toBe('/studio/reports?event=7&quality=7')
  })

  it('link to the orders of this event, if the room Orders is open', async () => {
    server.on(FIGURES, figures())
    open('/figures', ['schedule', 'reports', 'orders'])
    const link = await screen.findByRole('link', { name: 'Open in Orders' })
    expect(link.getAttribute('href')).toBe('/studio/orders?event=7')
  })

  it('show viewers and sales over time, as charts and as tables', async () => {
    server.on(FIGURES, figures())
    open()
    const viewers = await screen.findByRole('figure', { name: 'Viewers around the start' })
    expect(viewers.textContent).toMatch(/Most viewers within five minutes: 611, at \d+:05/)
    expect(within(viewers).getByText('Replay viewers')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Table: Viewers around the start' }))
    const rows = within(screen.getByRole('region', { name: 'Viewers around the start' })).getAllByRole('row')
    expect(rows[2]?.textContent).toMatch(/:05.*60011$/)
    expect(screen.getByRole('figure', { name: 'Views per day' }).textContent).toContain('1,400 views')
    fireEvent.click(screen.getByRole('button', { name: 'Table: Gross sales per day' }))
    const sales = within(screen.getByRole('region', { name: 'Gross sales per day' })).getAllByRole('row')
    expect(sales[2]?.textContent).toBe('Nov 19, 2026200€1,780.00')
  })

  it('say when the charts appear, if nobody watched or paid yet', async () => {
    server.on(FIGURES, figures({ sales: nothing, audience: { ...audience, moments: [], days: [] } }))
    open()
    expect(await screen.findByText('The charts appear after the first view or sale.')).toBeTruthy()
    expect(screen.queryByRole('figure')).toBeNull()
  })

  it('say that nobody has watched or bought the event', async () => {
    const none = { viewers: 0, views: 0, minutes: 0, average_minutes: 0, peak_viewers: 0 }
    const nobody = { ...none, moments: [], days: [] }
    server.on(FIGURES, figures({ sales: nothing, audience: nobody, clips: 0 }))
    open()
    expect(await screen.findByText('Nobody has watched or bought this event yet.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Sales' })).toBeNull()
  })

  it('show the sales while viewers cannot be counted', async () => {
    server.on(FIGURES, figures({ sales: nothing, audience: null, clips: 0 }))
    open()
    expect(await textOf('Viewers')).toContain('Viewers can’t be counted right now.')
    expect(screen.queryByText('Unique viewers')).toBeNull()
    expect(await textOf('Sales')).toContain('Orders0')
  })

  it('load again after an error', async () => {
    server.on(FIGURES, { status: 503, json: {} }, figures())
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await textOf('Sales')).toContain('Orders212')
  })

  it('have a tab', async () => {
    server.on(FIGURES, figures())
    open('')
    const tabs = await screen.findByRole('navigation', { name: 'Parts of this event' })
    fireEvent.click(within(tabs).getByRole('link', { name: 'Figures' }))
    expect(currentPath()).toBe('/studio/schedule/final/figures')
    expect(await textOf('Sales')).toContain('Orders212')
  })

  it('are hidden from roles without reports, whose link leads to the details', async () => {
    open('/figures', ['schedule'])
    await waitFor(() => expect(currentPath()).toBe('/studio/schedule/final'))
    expect(await screen.findByRole('link', { name: 'Details' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Figures' })).toBeNull()
    expect(server.paths).not.toContain(FIGURES)
  })
})
