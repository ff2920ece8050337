// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { ChannelProvider } from '../../context'
import { aUser } from '../../fakes'
import { createChannel } from '../../testing/createChannel'
import type { AccessToken } from '../../tokensApi'
import Tokens from './Tokens'

const TOKENS = '/api/studio/tokens'
const SECRET = `tlp_${'x'.repeat(43)}`
let server: FakeServer

const aToken = (changes: Partial<AccessToken> = {}): AccessToken => ({
  id: 5,
  name: 'Import',
  prefix: 'tlp_MfKQ9r',
  scopes: ['edit_content', 'something_new'],
  account_id: aUser().id,
  owner_name: 'Maya',
  expires_at: '2126-12-21T18:00:00Z',
  last_used_at: null,
  ...changes,
})

async function open(...tokens: AccessToken[]) {
  const overview = { tokens, scopes: ['view_reports', 'edit_content'], lifetimes: [30, 90, 365] }
  server.on(TOKENS, { json: { data: overview } })
  const channel = await createChannel(server, { user: { ...aUser(), operator: true } })
  renderPage(
    <StrictMode>
      <ChannelProvider store={channel}>
        <Tokens />
      </ChannelProvider>
    </StrictMode>,
  )
  return channel
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  server = new FakeServer()
})
afterEach(cleanup)

describe('the access tokens', () => {
  it('suggest to create one if there is none', async () => {
    await open()
    expect(await screen.findByText('No access tokens yet')).toBeTruthy()
  })

  it('show the scopes, the last use and the expiry of each', async () => {
    await open(aToken(), aToken({ id: 6, name: 'Old', expires_at: '2020-01-01T00:00:00Z' }))
    const [, first, second] = await screen.findAllByRole('row')
    expect(first?.textContent).toContain('Importtlp_MfKQ9r…Edit content, something_newNever')
    expect(second?.textContent).toContain('Expired')
    expect(screen.queryByText('Owner')).toBeNull()
  })

  it('name their owners if others have tokens', async () => {
    await open(aToken({ account_id: 999, owner_name: 'Ben Moreau' }))
    expect(await screen.findByText('Ben Moreau')).toBeTruthy()
  })

  it('are created with chosen scopes that the operator holds, and show the secret once', async () => {
    await open()
    await press('Create token')
    expect(screen.queryByLabelText('Manage the team')).toBeNull()
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Reports' } })
    fireEvent.change(screen.getByLabelText('Expires'), { target: { value: '90' } })
    fireEvent.click(screen.getByLabelText('View reports'))
    server.on(TOKENS, { status: 201, json: { data: { token: aToken({ name: 'Reports' }), secret: SECRET } } })
    await press('Create token')
    expect(await screen.findByText(SECRET)).toBeTruthy()
    const body = { name: 'Reports', scopes: ['view_reports'], expires_in_days: 90 }
    expect(server.requests.findLast(({ method }) => method === 'POST')?.body).toMatchObject(body)
    await press('Done')
    expect(screen.queryByText(SECRET)).toBeNull()
    expect(screen.getByText('Reports', { selector: 'strong' })).toBeTruthy()
  })

  it('are revoked after a question', async () => {
    await open(aToken())
    await press('Revoke Import')
    const dialog = await screen.findByRole('dialog', { name: 'Revoke the token Import?' })
    server.on(`${TOKENS}/5`, { status: 204 })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(screen.getByText('No access tokens yet')).toBeTruthy())
  })
})
