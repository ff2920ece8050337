// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { ChannelProvider } from '../../context'
import { aUser } from '../../fakes'
import { createChannel } from '../../testing/createChannel'
import Settings from './Settings'

const ENTRIES = '/api/studio/entries/channel'
const value = {
  slug: 'prairie',
  name: 'Prairie',
  short_name: 'Prairie',
  domains: ['prairie.localhost'],
  languages: ['en', 'fr'],
}
const anEntry = (changes: object = {}, version = 'v1') => ({
  section: 'channel',
  key: '',
  value: { ...value, ...changes },
  version,
})
let server: FakeServer

async function open() {
  server.on(ENTRIES, { json: { data: [anEntry()] } })
  const channel = await createChannel(server, { user: { ...aUser(), operator: true } })
  renderPage(
    <StrictMode>
      <ChannelProvider store={channel}>
        <Settings />
      </ChannelProvider>
    </StrictMode>,
  )
  return channel
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  server = new FakeServer()
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['America/Chicago'])
})
afterEach(cleanup)

describe('the settings', () => {
  it('are saved with the version that was loaded', async () => {
    const channel = await open()
    fireEvent.click(await screen.findByLabelText(/authenticator app/))
    server.on(ENTRIES, {
      json: { data: anEntry({ settings: { operators_need_second_factor: true } }, 'v2') },
    })
    await press('Save')
    await waitFor(() =>
      expect(channel.shell.toasts.toasts.map(({ text }) => text)).toContain('Settings saved'),
    )
    const saved = server.requests.findLast(({ path }) => path === ENTRIES)
    expect(saved?.body).toMatchObject({
      version: 'v1',
      value: { slug: 'prairie', settings: { operators_need_second_factor: true } },
    })
  })

  it('show the sentence of the server beside the field', async () => {
    await open()
    fireEvent.change(await screen.findByLabelText('Domains'), { target: { value: 'not a domain!' } })
    server.on(ENTRIES, {
      status: 422,
      json: { message: 'Invalid', errors: { 'domains[0]': ['`not` is not a host name'] } },
    })
    await press('Save')
    expect(await screen.findByText('`not` is not a host name')).toBeTruthy()
  })
})

describe('the checks', () => {
  it('say for each domain what is wrong', async () => {
    await open()
    const checks = [
      { domain: 'a.example.org', problem: 'no_address', addresses: [], certificate: null, detail: '' },
      {
        domain: 'b.example.org',
        problem: null,
        addresses: ['192.0.2.7'],
        certificate: { issuer: 'Example CA', expires_at: '2027-01-21T18:00:00Z' },
        detail: '',
      },
    ]
    server.on('/api/studio/domains/check', { json: { data: checks } })
    await press('Check domains')
    expect(await screen.findByText(/has no address in DNS/)).toBeTruthy()
    expect(screen.getByText(/Certificate by Example CA/)).toBeTruthy()
  })

  it('show what the mail server and the payment provider say', async () => {
    await open()
    server.on('/api/studio/test-email', {
      json: { data: { recipient: 'maya@example.com', error: 'The mail server rejected the login.' } },
    })
    await press('Send test email')
    expect(await screen.findByText('The mail server rejected the login.')).toBeTruthy()
    server.on('/api/studio/payments/check', {
      json: {
        data: {
          provider: 'stripe',
          status: { is_live: true, can_charge: true, webhooks: 'missing' },
          error: '',
        },
      },
    })
    await press('Test payments')
    expect(await screen.findByText(/There is no webhook endpoint/)).toBeTruthy()
  })
})
