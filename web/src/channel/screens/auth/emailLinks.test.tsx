// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { runInAction } from 'mobx'
import { type ComponentType, StrictMode } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import type { ChannelStore } from '../../ChannelStore'
import { ChannelProvider } from '../../context'
import { aUser } from '../../fakes'
import type { User } from '../../model'
import { passwordResetStore } from '../../stores/PasswordResetStore'
import { createChannel } from '../../testing/createChannel'
import ConfirmDeletion from './ConfirmDeletion'
import PasswordReset from './PasswordReset'
import PasswordResetRequest from './PasswordResetRequest'
import VerifyEmail from './VerifyEmail'
import VerifyNotice from './VerifyNotice'

const LINK = '?email=maya%40example.com&expires=1790000000&signature=s1'
const refusedResponse = (code: string) => ({ status: 400, json: { code, message: 'No' } })
let server: FakeServer
let channel: ChannelStore
let path = ''
let state: unknown

function LocationDisplay() {
  const location = useLocation()
  path = location.pathname
  state = location.state
  return null
}

async function open(Screen: ComponentType, search = '', user?: User) {
  channel = await createChannel(server, { user })
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

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const field = (name: string) => screen.getByLabelText(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

beforeEach(() => {
  path = ''
  server = new FakeServer()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the notice of a verification email', () => {
  const AGAIN = '/api/auth/email-verify-request'
  const unverified = aUser({ email_verified: false })

  it('shows the address and a link to continue without waiting', async () => {
    await open(VerifyNotice, '', unverified)
    screen.getByText('maya@example.com')
    expect(hrefOf('Continue')).toBe('/')
  })

  it('links to the page that the viewer came from, by its name', async () => {
    channel = await createChannel(server, { user: unverified })
    channel.shell.storage.set('last_visited', { path: '/watch/5', query: '?trk=a', title: 'Timber @ Tide' })
    renderPage(
      <ChannelProvider store={channel}>
        <VerifyNotice />
      </ChannelProvider>,
    )
    expect(hrefOf('Continue to Timber @ Tide')).toBe('/watch/5?trk=a')
  })

  it('sends the email again, confirms that, and then waits a minute', async () => {
    server.on(AGAIN, { status: 204 })
    await open(VerifyNotice, '', unverified)
    press('Resend email')
    await screen.findByText('Email sent. It should arrive within a minute.')
    expect(screen.getByRole('button', { name: /^Resend in / })).toHaveProperty('disabled', true)
  })

  it('needs no action for a verified address', async () => {
    await open(VerifyNotice, '', aUser())
    await heading('Email address confirmed')
  })

  it('sends nothing for a visitor, who must log in first', async () => {
    await open(VerifyNotice)
    expect(screen.queryByRole('button', { name: 'Resend email' })).toBeNull()
    expect(hrefOf('Log in')).toBe('/login')
  })
})

describe('the link that verifies an address', () => {
  const VERIFY = '/api/auth/email-verify'

  const CONFIRM = 'Confirm email address'
  const maya = aUser({ email_verified: false })

  it('does not verify the address when it is opened', async () => {
    for (const viewer of [undefined, maya, aUser({ email: 'noah@example.com' })]) {
      await open(VerifyEmail, LINK, viewer)
      await heading('Confirm your email address')
      expect(server.requests).toEqual([])
      cleanup()
    }
  })

  it('verifies on a press, shows the result, and requires the password of a visitor', async () => {
    server.on(VERIFY, refusedResponse('errors.incorrect_password'), { status: 204 })
    await open(VerifyEmail, LINK)
    press(CONFIRM)
    await screen.findByText('Field is required')
    type('Password', 'a guess')
    press(CONFIRM)
    await screen.findByText('Incorrect password')
    type('Password', 'hockeynight')
    press(CONFIRM)
    await heading('Email address confirmed')
    expect(server.requests.at(-1)?.body).toMatchObject({ signature: 's1', password: 'hockeynight' })
    expect(hrefOf('Log in')).toBe('/login')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  it('requires no password of a logged-in viewer with this address', async () => {
    server.on(VERIFY, { status: 204 })
    await open(VerifyEmail, LINK, maya)
    expect(screen.queryByLabelText('Password')).toBeNull()
    press(CONFIRM)
    await heading('Email address confirmed')
    expect(server.paths).toEqual([VERIFY])
  })

  it('offers a new link if it failed', async () => {
    server.on(VERIFY, refusedResponse('errors.verification_failed'))
    await open(VerifyEmail, LINK, maya)
    press(CONFIRM)
    await heading('Verification your email address failed')
    expect(hrefOf('Get a new link')).toBe('/verify-notice')
  })

  it('can be tried again if the server was unreachable', async () => {
    server.on(VERIFY, new Error('offline'), { status: 204 })
    await open(VerifyEmail, LINK, maya)
    press(CONFIRM)
    await screen.findByText('We couldn’t reach the server. Check your connection and try again.')
    press(CONFIRM)
    await heading('Email address confirmed')
  })

  it('shows no error if it was already used', async () => {
    server.on(VERIFY, refusedResponse('errors.email_already_verified'))
    await open(VerifyEmail, LINK, aUser())
    press(CONFIRM)
    await heading('Your email already verified')
    expect(hrefOf('Continue')).toBe('/')
  })

  it('is not sent if it is incomplete', async () => {
    await open(VerifyEmail, '?email=maya%40example.com')
    await heading('Verification your email address failed')
    expect(server.requests).toEqual([])
  })
})

describe('a forgotten password', () => {
  it('shows the same notice for every address, and can be entered again', async () => {
    server.on('/api/auth/password-reset-request', { status: 204 })
    await open(PasswordResetRequest)
    type('Email', 'nobody@example.com')
    press('Send link')
    await heading('Check your email')
    screen.getByText(/^If /)
    press('Use another address')
    expect((field('Email') as HTMLInputElement).value).toBe('nobody@example.com')
  })
})

describe('the email for a forgotten password', () => {
  it('shows an error if it cannot be sent again', async () => {
    server.on('/api/auth/password-reset-request', { status: 204 }, new Error('offline'))
    await open(PasswordResetRequest)
    type('Email', 'maya@example.com')
    press('Send link')
    await heading('Check your email')
    // A minute later.
    act(() =>
      runInAction(() => {
        channel.resolve(passwordResetStore).state = {
          kind: 'sent',
          email: 'maya@example.com',
          lockedUntil: 0,
        }
      }),
    )
    press('Resend email')
    await screen.findByText('We couldn’t reach the server. Check your connection and try again.')
  })
})

describe('the link that resets a password', () => {
  const RESET = '/api/auth/password-reset'
  const choose = () => {
    type('New password', 'hockeynight')
    type('Confirm new password', 'hockeynight')
    press('Save new password')
  }

  it('returns to log-in with a confirmation', async () => {
    server.on(RESET, { status: 204 })
    await open(PasswordReset, LINK)
    choose()
    await waitFor(() => expect(path).toBe('/login'))
    expect(state).toEqual({ login: 'maya@example.com' })
    expect(channel.shell.toasts.toasts[0]).toMatchObject({
      type: 'success',
      text: 'Your password was changed. Log in with your new password.',
    })
  })

  it('leads to a new link for the same address if it has expired', async () => {
    server.on(RESET, refusedResponse('errors.password_reset_expired'))
    await open(PasswordReset, LINK)
    choose()
    await heading('Reset password key expired')
    fireEvent.click(screen.getByRole('link', { name: 'Get a new link' }))
    expect([path, state]).toEqual(['/password-reset-request', { email: 'maya@example.com' }])
  })

  it('shows an error at once if it is incomplete', async () => {
    await open(PasswordReset)
    await heading('Reset password failed')
  })
})

describe('the link that deletes an account', () => {
  const CONFIRM = '/api/delete-account-confirm'

  it('requires confirmation, and lists what is deleted', async () => {
    await open(ConfirmDeletion, LINK, aUser())
    await heading('Delete your account?')
    screen.getByText('Everything else in your account, without a refund')
    expect(server.requests).toEqual([])
    expect(hrefOf('Keep my account')).toBe('/')
  })

  it('deletes the account, says goodbye and logs out', async () => {
    server.on(CONFIRM, { status: 204 })
    await open(ConfirmDeletion, LINK, aUser())
    press('Delete my account')
    await heading('Account deleted')
    await waitFor(() => expect(channel.viewer.user).toBeNull())
    expect(server.paths.filter(requested => requested === CONFIRM)).toHaveLength(1)
  })

  it('shows an error and keeps the account if it is rejected', async () => {
    server.on(CONFIRM, refusedResponse('errors.verification_failed'))
    await open(ConfirmDeletion, LINK, aUser())
    press('Delete my account')
    await heading('This link doesn’t work')
    expect(channel.viewer.user).not.toBeNull()
  })

  it('can be used again if the server was unreachable', async () => {
    server.on(CONFIRM, new Error('offline'))
    await open(ConfirmDeletion, LINK, aUser())
    press('Delete my account')
    await screen.findByText('We couldn’t reach the server. Check your connection and try again.')
    screen.getByRole('button', { name: 'Delete my account' })
  })
})
