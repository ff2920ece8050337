// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { ChannelProvider } from '../../context'
import { aUser } from '../../fakes'
import type { AssignableEvent, Member } from '../../teamApi'
import { createChannel } from '../../testing/createChannel'
import Team from './Team'

const ben: Member = {
  account_id: 6,
  email: 'ben@example.com',
  name: 'Ben',
  role: 'scorekeeper',
  two_factor: false,
  event_ids: [],
}
const anEvent = (id: number, name: string): AssignableEvent => ({
  id,
  name,
  category: 'Hockey',
  starts_at: '2026-11-23T19:00:00Z',
  is_time_known: true,
})
let server: FakeServer

async function open(member: Member) {
  server
    .on('/api/studio/team', { json: { data: { members: [member], invitations: [] } } })
    .on('/api/studio/team/6', { json: { data: { ...member, event_ids: [4] } } })
    .on('/api/studio/events', {
      json: { data: [anEvent(4, 'Final'), anEvent(5, 'Semi')], meta: { total: 2 } },
    })
  const channel = await createChannel(server, { user: aUser({ operator: true }) })
  renderPage(
    <ChannelProvider store={channel}>
      <Routes>
        <Route path="/studio/team/*" element={<Team />} />
      </Routes>
    </ChannelProvider>,
    '/studio/team/6/events',
  )
}

beforeEach(() => {
  server = new FakeServer()
})
afterEach(cleanup)

it('assigns an event to a scorekeeper at once', async () => {
  await open(ben)
  fireEvent.click(await screen.findByRole('button', { name: 'Assign Final' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Assign Final' })).toBeNull())
  const change = server.requests.find(({ path }) => path === '/api/studio/team/6')
  expect(change?.body).toMatchObject({ event_ids: [4] })
})

it('lists all assigned events by start, also more than one request returns', async () => {
  const ids = Array.from({ length: 130 }, (_, index) => index + 1)
  await open({ ...ben, event_ids: ids })
  expect(await screen.findAllByText('Final')).toBeTruthy()
  const requested = server.requests.filter(({ path, query }) => path === '/api/studio/events' && query.ids)
  // The fake keeps the last id of each request.
  expect(requested.map(({ query }) => query.ids)).toEqual(['100', '130'])
})

it('assigns no events to other roles', async () => {
  await open({ ...ben, role: 'analyst' })
  expect(await screen.findByText('This person is not a scorekeeper')).toBeTruthy()
})
