// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ComponentType, StrictMode } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { fakeMatchMedia, renderPage } from '@/shared/testing/page'
import type { ChannelStore } from '../../ChannelStore'
import { ChannelProvider } from '../../context'
import { aUser } from '../../fakes'
import type { User } from '../../model'
import { createChannel } from '../../testing/createChannel'
import EditProfile from './EditProfile'
import Security from './Security'

const START = '/api/auth/second-factor'
const PROFILE = '/api/profile'
const PASSWORD = 'hockey night'
let server: FakeServer
let channel: ChannelStore
let renderAt: string
let setTouchDevice: boolean

function LocationDisplay() {
  const { pathname, search } = useLocation()
  renderAt = pathname + search
  return null
}

async function open(Screen: ComponentType, user: Partial<User> = {}) {
  channel = await createChannel(server, { user: aUser(user) })
  renderPage(
    <StrictMode>
      <ChannelProvider store={channel}>
        <Routes>
          <Route path="/here" element={<Screen />} />
          <Route path="*" element={<LocationDisplay />} />
        </Routes>
      </ChannelProvider>
    </StrictMode>,
    '/here',
  )
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
const panelHeading = () => screen.getByRole('heading', { level: 2, name: 'Authenticator app' })
const toasts = () => channel.shell.toasts.toasts.map(toast => toast.text)

// The dialog is a lazy chunk. Load it first, because a busy machine may exceed the test timeout.
beforeAll(() => import('../../components/profile/security/DisableSecondFactorDialog'))
beforeEach(() => {
  renderAt = ''
  setTouchDevice = false
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(query => setTouchDevice && query === '(pointer: coarse)'),
  )
  server = new FakeServer()
    .on(START, { json: { data: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://x', qr: '<svg a="#"/>' } } })
    .on(`${START}/confirm`, { json: { data: { recovery_codes: ['aaaaa-bbbbb', 'ccccc-ddddd'] } } })
    .on(`${START}/remove`, { status: 204 })
    .on(PROFILE, { json: { data: aUser() } })
})
afterEach(cleanup)

describe('an authenticator app', () => {
  async function toTheSecret() {
    await open(Security)
    press('Set up')
    type('Current password', PASSWORD)
    press('Continue')
    return await screen.findByRole('img', { name: 'QR code for your authenticator app' })
  }

  it('shows its secret as a static QR code and as text', async () => {
    const picture = await toTheSecret()
    expect(picture.getAttribute('src')).toBe('data:image/svg+xml,%3Csvg%20a%3D%22%23%22%2F%3E')
    screen.getByText('JBSW Y3DP EHPK 3PXP')
    expect(document.activeElement?.textContent).toBe('1. Scan this code with your app')
  })

  it('can be opened directly on a phone, which cannot scan its own screen', async () => {
    setTouchDevice = true
    await toTheSecret()
    expect(screen.getByRole('link', { name: 'Open in app' }).getAttribute('href')).toBe('otpauth://x')
  })

  it('is on after its first code, and shows the recovery codes once', async () => {
    await toTheSecret()
    type('Code', '123456')
    press('Turn on')
    await screen.findByText('aaaaa-bbbbb')
    screen.getByText('On')
    press('I saved my codes')
    expect(screen.queryByText('aaaaa-bbbbb')).toBeNull()
    screen.getByRole('button', { name: 'Turn off' })
    expect(document.activeElement).toBe(panelHeading())
  })

  it('has recovery codes to copy, download and print', async () => {
    const copied = vi.fn(async () => undefined)
    const print = vi.fn()
    vi.stubGlobal('navigator', Object.assign(navigator, { clipboard: { writeText: copied } }))
    vi.stubGlobal('print', print)
    await toTheSecret()
    type('Code', '123456')
    press('Turn on')
    await screen.findByText('aaaaa-bbbbb')
    press('Copy')
    await waitFor(() => expect(toasts()).toEqual(['Recovery codes copied']))
    expect(copied).toHaveBeenCalledWith('aaaaa-bbbbb\nccccc-ddddd')
    press('Print')
    expect(print).toHaveBeenCalled()
    screen.getByRole('button', { name: 'Download' })
  })

  it('is not set up with a wrong password, and the error appears at its field', async () => {
    server.on(START, {
      status: 400,
      json: { code: 'errors.incorrect_password', message: 'Incorrect password' },
    })
    await open(Security)
    press('Set up')
    type('Current password', 'guess')
    press('Continue')
    await screen.findByText('Incorrect password')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current password')))
  })

  it('is turned off with the password', async () => {
    await open(Security, { two_factor: true })
    press('Turn off')
    await screen.findByRole('dialog', { name: 'Turn off the authenticator app?' })
    type('Current password', PASSWORD)
    fireEvent.click(screen.getAllByRole('button', { name: 'Turn off' }).at(-1) as HTMLElement)
    await waitFor(() => expect(toasts()).toEqual(['Authenticator app turned off']))
    await screen.findByRole('button', { name: 'Set up' })
    await waitFor(() => expect(document.activeElement).toBe(panelHeading()))
  })

  it('is turned off with a code or a recovery code by viewers without a password', async () => {
    await open(Security, { two_factor: true, has_password: false })
    press('Turn off')
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn off the authenticator app?' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Use a recovery code' }))
    type('Recovery code', 'aaaaa-bbbbb')
    fireEvent.click(dialog.getByRole('button', { name: 'Turn off' }))
    await waitFor(() => expect(toasts()).toEqual(['Authenticator app turned off']))
    expect(server.requests.at(-1)?.body).toMatchObject({ code: 'aaaaa-bbbbb' })
  })
})

describe('a profile', () => {
  it('can be edited, except for the email address', async () => {
    await open(EditProfile)
    expect(screen.getByLabelText('Email')).toHaveProperty('disabled', true)
    type('Last name', 'Berg')
    type('Email language', 'fr')
    press('Save changes')
    await waitFor(() => expect(renderAt).toBe('/profile/account'))
    expect(server.requests.at(-1)?.body).toMatchObject({ last_name: 'Berg', language: 'fr' })
    expect(toasts()).toEqual(['Your profile was saved'])
  })

  it('requires the current password only with a new one, and shows an error if it is wrong', async () => {
    server.on(PROFILE, {
      status: 400,
      json: { code: 'errors.incorrect_password', message: 'Incorrect password' },
    })
    await open(EditProfile)
    expect(screen.queryByLabelText('Current password')).toBeNull()
    type('New password', PASSWORD)
    type('Confirm new password', PASSWORD)
    type('Current password', 'guess')
    press('Save changes')
    await screen.findByText('Incorrect password')
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
    expect(renderAt).toBe('')
  })

  it('shows errors at their fields', async () => {
    await open(EditProfile)
    type('First name', '')
    type('New password', 'short')
    press('Save changes')
    await screen.findByText('Enter your first name')
    screen.getByText('The password is too short')
    screen.getByText('The password and password confirmation do not match')
  })
})

describe('a temporary password', () => {
  it('must be changed first, and the viewer returns to the previous page', async () => {
    await open(EditProfile, { temporary_password: true })
    channel.shell.storage.set('last_visited', { path: '/watch/7', query: '?t=3' })
    screen.getByRole('heading', { level: 1, name: 'Choose a new password' })
    expect(screen.queryByLabelText('First name')).toBeNull()
    type('New password', PASSWORD)
    type('Confirm new password', PASSWORD)
    press('Save password')
    await waitFor(() => expect(renderAt).toBe('/watch/7?t=3'))
    expect(server.requests.at(-1)?.body).not.toHaveProperty('first_name')
  })
})
