// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../../context'
import { createCatalogStore } from '../../../fakes'
import type { Restream } from '../../../restreamApi'
import { EventRestreams } from './EventRestreams'

const RESTREAMS = '/api/studio/events/final/restreams'
let server: FakeServer

const aRestream = (changes: Partial<Restream> = {}): Restream => ({
  target_id: 4,
  name: 'Our YouTube',
  service: 'youtube',
  is_on: true,
  state: 'waiting',
  attempt: 0,
  next_attempt_at: null,
  live_since: null,
  bytes_sent: 0,
  bitrate: 0,
  failure: null,
  detail: '',
  ...changes,
})

function open(...restreams: Restream[]) {
  server.on(RESTREAMS, { json: { data: restreams } })
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <EventRestreams eventKey="final" />
    </CatalogProvider>,
  )
}

beforeEach(() => {
  server = new FakeServer()
})
afterEach(cleanup)

describe('the restreams of an event', () => {
  it('are not shown to channels without targets', async () => {
    open()
    await waitFor(() => expect(server.requests).toHaveLength(1))
    expect(screen.queryByText('Restream')).toBeNull()
  })

  it('show how long a target is live, and how much was sent', async () => {
    open(
      aRestream({
        state: 'live',
        live_since: '2026-11-28T00:00:00Z',
        bitrate: 3_200_000,
        bytes_sent: 48_000_000,
      }),
    )
    expect(await screen.findByText('Live')).toBeDefined()
    expect(screen.getByText(/3\.2 Mbit\/s, 48 MB sent/)).toBeDefined()
  })

  it('say why a target failed, and try it again', async () => {
    open(
      aRestream({ state: 'failed', failure: 'key_refused', attempt: 3, detail: 'NetStream.Publish.BadName' }),
    )
    expect(await screen.findByText(/The service refused the stream key/)).toBeDefined()
    expect(screen.getByText('NetStream.Publish.BadName')).toBeDefined()
    server.on(`${RESTREAMS}/4/retry`, { json: { data: aRestream({ state: 'connecting' }) } })
    fireEvent.click(screen.getByRole('button', { name: 'Try Our YouTube again' }))
    expect(await screen.findByText('Connecting')).toBeDefined()
  })

  it('are turned off', async () => {
    open(aRestream())
    server.on(`${RESTREAMS}/4`, { json: { data: aRestream({ is_on: false, state: 'off' }) } })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Our YouTube' }))
    expect(await screen.findByText('Turned off')).toBeDefined()
    const request = server.requests.find(({ path }) => path === `${RESTREAMS}/4`)
    expect(request?.body).toMatchObject({ is_on: false })
  })
})
