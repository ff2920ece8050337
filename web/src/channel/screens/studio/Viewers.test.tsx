// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer, itemResponse, listResponse } from '@/shared/testing/fakes'
import { currentPath, LocationDisplay, renderPage } from '@/shared/testing/page'
import { ChannelProvider } from '../../context'
import { aUser } from '../../fakes'
import { createChannel } from '../../testing/createChannel'
import type { ViewerDetails } from '../../viewersApi'
import Viewers from './Viewers'

const VIEWERS = '/api/studio/viewers'
const VIEWER = `${VIEWERS}/9`
let server: FakeServer

const aViewer = (changes: Partial<ViewerDetails> = {}): ViewerDetails => ({
  ...{ id: 9, email: 'ben@example.com', name: 'Ben Moreau', phone: null, language: 'en', role: null },
  ...{ created_at: '2026-11-01T10:00:00Z', verified_at: null, suspended_at: null, two_factor: false },
  ...{ has_password: true, last_login_at: '2026-11-20T10:00:00Z', last_seen_at: null, session_count: 2 },
  social_logins: [],
  ...changes,
})

async function open(path = '/studio/viewers', role: 'owner' | 'support' = 'support') {
  const permissions = ['manage_orders', 'view_viewers', 'manage_viewers']
  const studio = { role, permissions, second_factor_missing: false }
  const channel = await createChannel(server, { user: aUser({ operator: true, studio }) })
  renderPage(
    <ChannelProvider store={channel}>
      <Routes>
        <Route path="/studio/viewers/*" element={<Viewers />} />
      </Routes>
      <LocationDisplay />
    </ChannelProvider>,
    path,
  )
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const sent = (path: string) => server.requests.filter(request => request.path === path)
const inDialog = async () => within(await screen.findByRole('dialog'))

beforeEach(() => {
  server = new FakeServer()
})
afterEach(cleanup)

describe('the viewers', () => {
  it('are searched by the text in the address', async () => {
    server.on(VIEWERS, listResponse([aViewer()]), listResponse([]))
    await open('/studio/viewers?query=ben')
    const link = await screen.findByRole('link', { name: 'Ben Moreau' })
    expect(link.getAttribute('href')).toBe('/studio/viewers/9')
    expect(screen.getByText('Not verified')).toBeTruthy()
    expect(sent(VIEWERS)[0]?.query).toMatchObject({ search: 'ben' })
    const field = screen.getByRole('searchbox', { name: 'Search viewers' })
    fireEvent.change(field, { target: { value: 'nobody' } })
    expect(await screen.findByText('No viewer matches')).toBeTruthy()
    expect(currentPath()).toBe('/studio/viewers?query=nobody')
  })
})

describe('a viewer', () => {
  it('has a link to the own orders', async () => {
    server.on(VIEWER, itemResponse(aViewer()))
    await open('/studio/viewers/9')
    const orders = await screen.findByRole('link', { name: 'Show orders' })
    expect(orders.getAttribute('href')).toBe('/studio/orders?query=ben%40example.com')
  })

  it('is suspended with a reason', async () => {
    const suspended = aViewer({ suspended_at: '2026-11-21T10:00:00Z', session_count: 0 })
    server.on(VIEWER, itemResponse(aViewer())).on(`${VIEWER}/suspend`, itemResponse(suspended))
    await open('/studio/viewers/9')
    await press('Suspend')
    const dialog = await inDialog()
    fireEvent.change(dialog.getByLabelText('Reason (optional)'), { target: { value: 'Insults' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
    expect(await screen.findByRole('button', { name: 'Lift suspension' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Log out everywhere' })).toBeNull()
    expect(sent(`${VIEWER}/suspend`)[0]?.body).toMatchObject({ reason: 'Insults' })
  })

  it('is erased only after the address is typed', async () => {
    server.on(VIEWER, itemResponse(aViewer())).on(`${VIEWER}/erase`, { status: 204 })
    server.on(VIEWERS, listResponse([]))
    await open('/studio/viewers/9')
    await press('Erase viewer')
    const dialog = await inDialog()
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Erase viewer' })
    expect(button.disabled).toBe(true)
    const field = dialog.getByLabelText('Type ben@example.com to confirm')
    fireEvent.change(field, { target: { value: 'Ben@example.com' } })
    fireEvent.click(button)
    await waitFor(() => expect(currentPath()).toBe('/studio/viewers'))
    expect(sent(`${VIEWER}/erase`)[0]?.body).toMatchObject({ confirmation: 'Ben@example.com' })
  })

  it('who is an owner is changed only by another owner', async () => {
    server.on(VIEWER, itemResponse(aViewer({ role: 'owner' })))
    await open('/studio/viewers/9')
    expect(await screen.findByRole('button', { name: 'Export data' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
    cleanup()
    await open('/studio/viewers/9', 'owner')
    expect(await screen.findByRole('button', { name: 'Suspend' })).toBeTruthy()
  })
})
