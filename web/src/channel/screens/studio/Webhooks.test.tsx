// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { ChannelProvider } from '../../context'
import { aUser } from '../../fakes'
import { createChannel } from '../../testing/createChannel'
import type { WebhookDelivery, WebhookEndpoint } from '../../webhooksApi'
import Webhooks from './Webhooks'

const ENDPOINTS = '/api/studio/webhook-endpoints'
const attempt = {
  at: '2026-11-21T18:00:00Z',
  duration_ms: 12,
  response_status: 500,
  response: 'out of order',
  error: 'status',
}
const delivery: WebhookDelivery = {
  id: 8,
  message_id: 'msg_1',
  type: 'event.live',
  created_at: '2026-11-21T18:00:00Z',
  body: '{"type":"event.live"}',
  state: 'failed',
  next_attempt_at: null,
  attempts: [attempt],
}
let server: FakeServer

const anEndpoint = (changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: 3,
  url: 'https://example.org/hooks',
  description: 'Scoreboard',
  event_types: ['event.live'],
  paused_at: null,
  pause_reason: null,
  latest_attempt: null,
  ...changes,
})

async function open(...endpoints: WebhookEndpoint[]) {
  server.on(ENDPOINTS, { json: { data: endpoints } })
  const channel = await createChannel(server, { user: { ...aUser(), operator: true } })
  renderPage(
    <StrictMode>
      <ChannelProvider store={channel}>
        <Webhooks />
      </ChannelProvider>
    </StrictMode>,
  )
  return channel
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const requestsTo = (path: string) => server.requests.filter(request => request.path === path)

// The dialog is a lazy chunk. Load it first, because a busy machine may exceed the test timeout.
beforeAll(() => import('../../components/webhooks/DeleteEndpointDialog'))
beforeEach(() => {
  server = new FakeServer()
})
afterEach(cleanup)

describe('the webhooks', () => {
  it('suggest to add an endpoint if there is none', async () => {
    await open()
    expect(await screen.findByText('No endpoints yet')).toBeTruthy()
  })

  it('show an error and can be loaded again', async () => {
    await open()
    cleanup()
    server.on(ENDPOINTS, { status: 500, json: {} })
    const channel = await createChannel(server, { user: aUser() })
    renderPage(
      <ChannelProvider store={channel}>
        <Webhooks />
      </ChannelProvider>,
    )
    expect(await screen.findByText('The endpoints could not be loaded')).toBeTruthy()
    server.on(ENDPOINTS, { json: { data: [anEndpoint()] } })
    await press('Try again')
    expect(await screen.findByText('https://example.org/hooks')).toBeTruthy()
  })

  it('show the state and the latest request of each endpoint', async () => {
    await open(
      anEndpoint({ latest_attempt: attempt }),
      anEndpoint({ id: 4, paused_at: '2026-11-21T18:00:00Z', pause_reason: 'gone' }),
    )
    const [failing, paused] = await screen.findAllByRole('listitem')
    expect(within(failing as HTMLElement).getByText('Failing')).toBeTruthy()
    expect(failing?.textContent).toContain('Status 500')
    expect(within(paused as HTMLElement).getByText('Paused')).toBeTruthy()
    expect(within(paused as HTMLElement).queryByRole('button', { name: 'Send test' })).toBeNull()
  })

  it('show the secret of a new endpoint once', async () => {
    await open()
    await press('Add endpoint')
    const url = screen.getByLabelText('URL')
    fireEvent.change(url, { target: { value: 'https://example.org/hooks' } })
    fireEvent.click(screen.getByLabelText('Order paid'))
    const created = { ...anEndpoint(), secret: 'whsec_abc' }
    server.on(ENDPOINTS, { json: { data: created } }, { json: { data: [anEndpoint()] } })
    await press('Save endpoint')
    expect(await screen.findByText('whsec_abc')).toBeTruthy()
    const sent = requestsTo(ENDPOINTS).find(request => request.method === 'POST')?.body as {
      url: string
      event_types: string[]
    }
    expect(sent.url).toBe('https://example.org/hooks')
    expect(sent.event_types).not.toContain('order.paid')
    await press('Done')
    expect(screen.queryByText('whsec_abc')).toBeNull()
  })

  it('show a refused URL below the field', async () => {
    await open()
    await press('Add endpoint')
    server.on(ENDPOINTS, {
      status: 422,
      json: {
        message: 'No',
        errors: { url: ['No'] },
        error_codes: { url: [{ code: 'errors.private_webhook_url', params: {} }] },
      },
    })
    await press('Save endpoint')
    expect(await screen.findByText('This address is private. Enter a public one.')).toBeTruthy()
  })

  it('resume a paused endpoint', async () => {
    server.on(`${ENDPOINTS}/3/resume`, { json: { data: anEndpoint() } })
    const channel = await open(anEndpoint({ paused_at: '2026-11-21T18:00:00Z' }))
    await press('Resume')
    await waitFor(() =>
      expect(channel.shell.toasts.toasts.map(toast => toast.text)).toEqual(['The endpoint is active']),
    )
  })

  it('show the log, and send a message again', async () => {
    server
      .on(`${ENDPOINTS}/3/deliveries`, {
        json: { data: [delivery], meta: { total: 1, limit: 20, offset: 0 } },
      })
      .on('/api/studio/webhook-deliveries/8/redeliver', { json: { data: delivery } })
    await open(anEndpoint())
    await press('Show log')
    expect(await screen.findByText('out of order')).toBeTruthy()
    expect(screen.getByText('{"type":"event.live"}')).toBeTruthy()
    fireEvent.click(screen.getByText('Send again'))
    await waitFor(() => expect(requestsTo('/api/studio/webhook-deliveries/8/redeliver')).toHaveLength(1))
  })

  it('delete an endpoint after a confirmation', async () => {
    server.on(`${ENDPOINTS}/3`, { status: 204 })
    await open(anEndpoint())
    await press('Delete')
    server.on(ENDPOINTS, { json: { data: [] } })
    await press('Delete endpoint')
    expect(await screen.findByText('No endpoints yet')).toBeTruthy()
  })
})
