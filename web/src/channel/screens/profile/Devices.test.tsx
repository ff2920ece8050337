// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ComponentType, StrictMode } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import type { ChannelStore } from '../../ChannelStore'
import { ChannelProvider } from '../../context'
import { aBundle, aUser } from '../../fakes'
import { aDevice } from '../../testing/aDevice'
import { createChannel } from '../../testing/createChannel'
import Devices from './Devices'
import LinkDevice from './LinkDevice'

const SESSIONS = '/api/auth/sessions'
const LINK = '/api/auth/add_session'
const tv = aDevice(3, { name: 'Living room TV', platform: 'tv' })
let server: FakeServer
let channel: ChannelStore
let path: string

function LocationDisplay() {
  path = useLocation().pathname
  return null
}

async function open(Screen: ComponentType, search = '', remote: 0 | string = 0) {
  const { settings } = aBundle()
  const bundle = { settings: { ...settings, auth: { remote_auth: remote } } }
  channel = await createChannel(server, { user: aUser(), bundle })
  renderPage(
    <StrictMode>
      <ChannelProvider store={channel}>
        <Routes>
          <Route path="/here" element={<Screen />} />
          <Route path="*" element={<LocationDisplay />} />
        </Routes>
      </ChannelProvider>
    </StrictMode>,
    `/here${search}`,
  )
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (text: string) => fireEvent.change(screen.getByLabelText('TV code'), { target: { value: text } })
const code = () => (screen.getByLabelText('TV code') as HTMLInputElement).value
const toasts = () => channel.shell.toasts.toasts.map(toast => toast.text)
const requestsTo = (path: string) => server.requests.filter(request => request.path === path)

// The dialog is a lazy chunk. Load it first, because a busy machine may exceed the test timeout.
beforeAll(() => import('../../components/profile/devices/SignOutOthersDialog'))
beforeEach(() => {
  path = ''
  server = new FakeServer()
    .on(SESSIONS, { json: { data: [tv, aDevice(1, { current: true })] } })
    .on(LINK, { json: { data: tv } })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the devices', () => {
  it('are listed with this device first, which has no log-out button', async () => {
    await open(Devices)
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map(row => within(row).queryByRole('button')?.textContent ?? null)).toEqual([
      null,
      'Log out Living room TV',
    ])
    within(rows[0] as HTMLElement).getByText('This device')
  })

  it('are logged out one by one, and the focus stays on the page', async () => {
    server.on(`${SESSIONS}/3`, { status: 204 })
    await open(Devices)
    fireEvent.click(await screen.findByRole('button', { name: 'Log out Living room TV' }))
    await screen.findByText('You’re not logged in on any other device.')
    expect(toasts()).toEqual(['Living room TV is logged out'])
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Devices' }))
  })

  it('show an error if they cannot be logged out', async () => {
    server.on(`${SESSIONS}/3`, { status: 503 })
    await open(Devices)
    fireEvent.click(await screen.findByRole('button', { name: 'Log out Living room TV' }))
    await waitFor(() =>
      expect(toasts()).toEqual(['Living room TV could not be logged out. Please try again.']),
    )
    screen.getByText('Living room TV', { selector: 'strong' })
  })

  it('are all logged out except this one, after confirmation', async () => {
    await open(Devices)
    await screen.findByText('Living room TV', { selector: 'strong' })
    press('Log out all other devices')
    await screen.findByRole('dialog', { name: 'Log out all other devices?' })
    expect(server.requests.every(({ method }) => method === 'GET')).toBe(true)
    server.on(SESSIONS, { status: 204 })
    press('Log out all')
    await screen.findByText('You’re not logged in on any other device.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const heading = screen.getByRole('heading', { level: 2, name: 'Devices' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  it('can be reloaded if they did not load', async () => {
    server.on(SESSIONS, { status: 503 })
    await open(Devices)
    await screen.findByRole('heading', { name: 'Your devices could not be loaded' })
    server.on(SESSIONS, { json: { data: [tv] } })
    press('Try again')
    await screen.findByText('Living room TV', { selector: 'strong' })
  })

  it('include a TV that is added with its code', async () => {
    await open(Devices)
    await screen.findByText('Living room TV', { selector: 'strong' })
    type('kqm-btr')
    expect(code()).toBe('KQMBTR')
    press('Link device')
    await waitFor(() => expect(toasts()).toEqual(['Living room TV is linked']))
    expect(code()).toBe('')
  })
})

describe('a link with a code', () => {
  it('links nothing before the viewer confirms', async () => {
    await open(LinkDevice, '?code=kqm-btr')
    await screen.findByText('Is this the code on your TV?')
    expect(code()).toBe('KQMBTR')
    expect(requestsTo(LINK)).toEqual([])
    press('Link this device')
    await screen.findByRole('heading', { level: 1, name: 'Living room TV is linked' })
    expect(requestsTo(LINK)).toMatchObject([{ body: { code: 'KQMBTR' } }])
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  it('continues to the profile after a press or a delay', async () => {
    await open(LinkDevice, '?code=KQMBTR')
    press('Link this device')
    await screen.findByRole('heading', { name: 'Living room TV is linked' })
    press('Continue')
    expect(path).toBe('/profile')
    cleanup()
    await open(LinkDevice, '?code=KQMBTR')
    path = ''
    vi.useFakeTimers()
    press('Link this device')
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(path).toBe('/profile')
  })

  it('shows an error if the code is wrong or expired, and accepts another code', async () => {
    const sentence = 'This code is invalid or has expired. Get a new code on your TV.'
    server.on(LINK, { status: 400, json: { message: sentence } })
    await open(LinkDevice, '?code=KQMBTR')
    press('Link this device')
    await screen.findByText(sentence)
    type('ZZZZZZ')
    expect(code()).toBe('ZZZZZZ')
  })
})

describe('without a code', () => {
  it('the viewer types one', async () => {
    await open(LinkDevice)
    await screen.findByRole('heading', { level: 1, name: 'Link a device' })
    expect(code()).toBe('')
    press('Link device')
    await screen.findByText('Field is required')
    expect(requestsTo(LINK)).toEqual([])
  })

  it('a channel with external accounts redirects there', async () => {
    const left: string[] = []
    vi.stubGlobal('location', { replace: (to: string) => left.push(to) })
    await open(LinkDevice, '', 'https://accounts.example/devices')
    await waitFor(() => expect(left[0]).toBe('https://accounts.example/devices'))
    expect(screen.queryByLabelText('TV code')).toBeNull()
  })
})
