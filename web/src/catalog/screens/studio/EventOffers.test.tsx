// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EventOffersProps, SlotsContext } from '@/shared/contexts/slots'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import { aStudioEvent } from '../../testing/studio'
import Schedule from './Schedule'

const ENTRY = '/api/studio/entries/events/final'
const entry = (version: string, value: object) => ({
  json: { data: { section: 'events', key: 'final', value: { key: 'final', ...value }, version } },
})
let server: FakeServer

const FakeOffers = (props: EventOffersProps) => <p data-testid="offers">{JSON.stringify(props)}</p>
const shown = async () =>
  JSON.parse((await screen.findByTestId('offers')).textContent ?? '') as EventOffersProps

beforeEach(() => {
  server = new FakeServer()
  server.on('/api/studio/events', {
    json: { data: [aStudioEvent()], meta: { total: 1, limit: 1, offset: 0 } },
  })
  server.on('/api/participants', { json: { data: [], meta: { total: 0, limit: 50, offset: 0 } } })
  server.on('/api/studio/entries/locations', { json: { data: [] } })
})
afterEach(cleanup)

it('shows the offers of the saved event, and that the form has changes', async () => {
  server.on(ENTRY, entry('v1', { pass: 'paid', price: { base: 8 }, visibility: 'team_members' }))
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <SlotsContext value={{ eventOffers: [FakeOffers] }}>
        <Routes>
          <Route path="/studio/schedule/*" element={<Schedule />} />
        </Routes>
      </SlotsContext>
    </CatalogProvider>,
    '/studio/schedule/final',
  )
  const saved = { eventKey: 'final', isForMembers: true, hasPrice: true }
  expect(await shown()).toEqual({ ...saved, isChanged: false })
  fireEvent.change(screen.getByRole('combobox', { name: 'Who may watch' }), { target: { value: 'free' } })
  expect(await shown()).toEqual({ ...saved, isChanged: true })
})
