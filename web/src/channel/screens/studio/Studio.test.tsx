// @vitest-environment jsdom
import { msg } from '@lingui/core/macro'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StudioRoom } from '@/shared/studio/rooms'
import { FakeServer } from '@/shared/testing/fakes'
import { currentPath, LocationDisplay, renderPage } from '@/shared/testing/page'
import type { ChannelStore } from '../../ChannelStore'
import { ChannelProvider } from '../../context'
import { aBundle, aUser } from '../../fakes'
import type { User } from '../../model'
import type { Invitation, Member } from '../../teamApi'
import { createChannel } from '../../testing/createChannel'
import Studio from './Studio'
import Team from './Team'

const TEAM = '/api/studio/team'
const ACCEPT = '/api/studio/invitations/accept'
const OWNER = {
  role: 'owner',
  permissions: ['manage_team', 'view_reports'],
  second_factor_missing: false,
} as const
const ROOMS: readonly StudioRoom[] = [
  {
    path: 'reports',
    label: msg`Reports`,
    icon: 'chart',
    permission: 'view_reports',
    Screen: () => <h1>Reports</h1>,
  },
  { path: 'team', label: msg`Team`, icon: 'user', permission: 'manage_team', Screen: Team },
]
const ada: Member = {
  account_id: 5,
  email: 'maya@example.com',
  name: 'Maya',
  role: 'owner',
  two_factor: true,
  event_ids: [],
}
const ben: Member = {
  account_id: 6,
  email: 'ben@example.com',
  name: 'Ben',
  role: 'analyst',
  two_factor: false,
  event_ids: [],
}
const invited: Invitation = {
  id: 8,
  email: 'coach@example.com',
  role: 'producer',
  expires_at: '2000-01-01T00:00:00Z',
}
let server: FakeServer
let channel: ChannelStore

async function open(path: string, studio: User['studio'] = OWNER) {
  const user = aUser({ operator: studio !== null, studio })
  server.on('/api/profile', { json: { data: user } })
  channel = await createChannel(server, { user })
  renderPage(
    <ChannelProvider store={channel}>
      <LocationDisplay />
      <Routes>
        <Route path="/studio/*" element={<Studio groups={[{ label: msg`Channel`, rooms: ROOMS }]} />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </ChannelProvider>,
    path,
  )
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const toasts = () => channel.shell.toasts.toasts.map(toast => toast.text)
const refusal = (code: string) => ({ status: 400, json: { code, message: code } })
const lastRequest = () => server.requests.filter(({ path }) => path.startsWith('/api/studio')).at(-1)

beforeEach(() => {
  server = new FakeServer().on(TEAM, { json: { data: { members: [ada, ben], invitations: [invited] } } })
})
afterEach(cleanup)

describe('the studio', () => {
  it('opens the first room and lists the rooms of the role', async () => {
    await open('/studio')
    await screen.findByRole('heading', { name: 'Reports' })
    expect(currentPath()).toBe('/studio/reports')
    const rooms = within(screen.getByRole('navigation', { name: 'Studio' })).getAllByRole('link')
    expect(rooms.map(room => [room.textContent, room.getAttribute('aria-current')])).toEqual([
      ['Reports', 'page'],
      ['Team', null],
    ])
  })

  it('refuses a room that the role does not include', async () => {
    await open('/studio/team', { ...OWNER, role: 'analyst', permissions: ['view_reports'] })
    await screen.findByRole('heading', { name: 'Your role doesn’t include this page' })
    expect(screen.queryByRole('link', { name: 'Team' })).toBeNull()
    expect(lastRequest()).toBeUndefined()
  })

  it('opens the list of rooms at a button, and closes it when a room is chosen', async () => {
    await open('/studio/reports')
    const toggle = await screen.findByRole('button', { name: 'Reports' })
    fireEvent.click(toggle)
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(screen.getByRole('link', { name: 'Team' }))
    await screen.findByRole('heading', { name: 'Team' })
    expect(screen.getByRole('button', { name: 'Team' }).getAttribute('aria-expanded')).toBe('false')
  })

  it('keeps the room of a page below it', async () => {
    await open('/studio/reports/sales')
    await screen.findByRole('heading', { name: 'Reports' })
    expect(screen.getByRole('link', { name: 'Reports' }).getAttribute('aria-current')).toBe('page')
  })

  it('loads the channel’s data again after a change of an entry', async () => {
    await open('/studio/reports')
    await screen.findByRole('heading', { name: 'Reports' })
    const settings = { ...aBundle().settings, name: 'North Valley Sports' }
    server
      .on('/api/channel-bootstrap-data', { json: { data: aBundle({ settings }) } })
      .on('/api/studio/entries', { json: { data: [] } })
      .on('/api/studio/markdown', { json: { data: { html: '' } } })
    await channel.shell.api.post('/studio/markdown', { text: '' })
    await channel.shell.api.put('/studio/entries', { entries: [] })
    await waitFor(() => expect(channel.settings.name).toBe('North Valley Sports'))
    const loads = server.requests.filter(({ path }) => path === '/api/channel-bootstrap-data')
    expect(loads.map(({ cache }) => cache)).toEqual(['reload'])
  })

  it('leads an unknown path to the page that is not found', async () => {
    await open('/studio/cellar')
    await waitFor(() => expect(currentPath()).toBe('/404'))
  })

  it('tells viewers who belong to no team how to join it', async () => {
    await open('/studio/reports', null)
    await screen.findByRole('heading', { name: 'The studio is for the channel’s team' })
  })

  it('asks for an authenticator app where the channel requires one', async () => {
    await open('/studio/reports', { ...OWNER, second_factor_missing: true })
    await screen.findByRole('heading', { name: 'Set up an authenticator app first' })
    expect(screen.getByRole('link', { name: 'Open security settings' }).getAttribute('href')).toBe(
      '/profile/security',
    )
  })

  it('names a role that has no room yet', async () => {
    await open('/studio', { ...OWNER, role: 'support', permissions: ['manage_orders'] })
    await screen.findByText('Your role is “Support”. It has no pages in the studio yet.')
  })

  it('closes when the role was removed meanwhile', async () => {
    await open('/studio/reports')
    server.on('/api/profile', { json: { data: aUser() } })
    await channel.viewer.refresh()
    await screen.findByRole('heading', { name: 'The studio is for the channel’s team' })
  })
})

describe('the team', () => {
  it('protects the last owner', async () => {
    await open('/studio/team')
    const role = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Role of Maya' })
    expect(role.disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Remove Maya' })).toBeNull()
    screen.getByRole('button', { name: 'Remove Ben' })
  })

  it('changes a role, and shows a refusal', async () => {
    await open('/studio/team')
    server.on(`${TEAM}/6`, { json: { data: { ...ben, role: 'support' } } })
    const role = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Role of Ben' })
    fireEvent.change(role, { target: { value: 'support' } })
    await waitFor(() => expect(role.value).toBe('support'))
    expect(lastRequest()).toMatchObject({ path: `${TEAM}/6`, body: { role: 'support' } })
    server.on(`${TEAM}/6`, refusal('errors.last_owner'))
    fireEvent.change(role, { target: { value: 'owner' } })
    await waitFor(() =>
      expect(toasts()).toEqual([
        'A channel needs an owner. Make somebody else an owner first, then try again.',
      ]),
    )
    expect(role.value).toBe('support')
  })

  it('removes a member after confirmation', async () => {
    await open('/studio/team')
    await screen.findByText('ben@example.com')
    press('Remove Ben')
    await screen.findByRole('dialog', { name: 'Remove Ben from the team?' })
    expect(lastRequest()?.method).toBe('GET')
    server.on(`${TEAM}/6`, { status: 204 })
    press('Remove')
    await waitFor(() => expect(screen.queryByText('ben@example.com')).toBeNull())
    expect(toasts()).toEqual(['Ben no longer belongs to the team'])
  })

  it('invites an address, and shows an error beside it', async () => {
    await open('/studio/team')
    const email = await screen.findByLabelText<HTMLInputElement>('Email')
    fireEvent.change(email, { target: { value: 'coach@example.com' } })
    server.on(`${TEAM}/invitations`, {
      status: 422,
      json: {
        code: 'errors.invalid',
        errors: { email: ['x'] },
        error_codes: { email: [{ code: 'errors.already_invited' }] },
      },
    })
    press('Send invitation')
    await screen.findByText('This address already has an invitation. Send it again, or revoke it first.')
    fireEvent.change(email, { target: { value: 'new@example.com' } })
    fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'support' } })
    server.on(`${TEAM}/invitations`, {
      status: 201,
      json: { data: { ...invited, id: 9, email: 'new@example.com', role: 'support' } },
    })
    press('Send invitation')
    await screen.findByText('new@example.com')
    expect(lastRequest()?.body).toMatchObject({ email: 'new@example.com', role: 'support' })
    expect(email.value).toBe('')
  })

  it('sends an expired invitation again, and revokes it', async () => {
    await open('/studio/team')
    await screen.findByText('Expired')
    server.on(`${TEAM}/invitations/8/resend`, {
      json: { data: { ...invited, expires_at: '2100-01-01T12:00:00Z' } },
    })
    press('Send again to coach@example.com')
    await screen.findByText('Expires Jan 1, 2100')
    server.on(`${TEAM}/invitations/8`, { status: 204 })
    press('Revoke the invitation of coach@example.com')
    await screen.findByText('No invitation is waiting for an answer.')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Invitations' }))
  })

  it('can be loaded again after an error', async () => {
    server.on(TEAM, { status: 503 })
    await open('/studio/team')
    await screen.findByRole('heading', { name: 'The team could not be loaded' })
    server.on(TEAM, { json: { data: { members: [ada], invitations: [] } } })
    press('Try again')
    await screen.findByRole('combobox', { name: 'Role of Maya' })
  })
})

describe('an invitation', () => {
  it('is accepted only after a press', async () => {
    await open('/studio/invitation?token=abc', null)
    expect(lastRequest()).toBeUndefined()
    server.on(ACCEPT, { json: { data: { role: 'analyst' } } })
    press('Accept invitation')
    await screen.findByText('Your role is “Analyst”.')
    expect(lastRequest()).toMatchObject({ method: 'POST', body: { token: 'abc' } })
    screen.getByRole('link', { name: 'Open the studio' })
  })

  it('leads to the next step if it is refused', async () => {
    await open('/studio/invitation?token=abc', null)
    server.on(ACCEPT, refusal('errors.invitation_unverified'))
    press('Accept invitation')
    await screen.findByText('Verify your email address first, then accept the invitation.')
    screen.getByRole('link', { name: 'Verify email address' })
    server.on(ACCEPT, refusal('errors.invitation_other_address'))
    press('Accept invitation')
    await screen.findByRole('button', { name: 'Log out' })
    server.on(ACCEPT, refusal('errors.invitation_expired'))
    press('Accept invitation')
    await screen.findByText('This invitation has expired. Ask an owner of the channel to send it again.')
  })
})
