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
const refusedResponse = (message: string) => ({ status: 400, json: { message } })
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

describe('the notice that a letter is on its way', () => {
  const AGAIN = '/api/auth/email-verify-request'
  const unverified = aUser({ email_verified: false })

  it('says where to, and leads on without waiting for it', async () => {
    await open(VerifyNotice, '', unverified)
    screen.getByText('maya@example.com')
    expect(hrefOf('Continue')).toBe('/')
  })

  it('leads on to where the newcomer came from, by its name', async () => {
    channel = await createChannel(server, { user: unverified })
    channel.shell.storage.set('last_visited', { path: '/watch/5', query: '?trk=a', title: 'Timber @ Tide' })
    renderPage(
      <ChannelProvider store={channel}>
        <VerifyNotice />
      </ChannelProvider>,
    )
    expect(hrefOf('Continue to Timber @ Tide')).toBe('/watch/5?trk=a')
  })

  it('sends it again, says so, and then waits a minute', async () => {
    server.on(AGAIN, { status: 204 })
    await open(VerifyNotice, '', unverified)
    press('Send it again')
    await screen.findByText('Sent. It should be with you in a minute.')
    expect(screen.getByRole('button', { name: /^Send it again in / })).toHaveProperty('disabled', true)
  })

  it('has nothing to do for an address that is confirmed', async () => {
    await open(VerifyNotice, '', aUser())
    await heading('Your e-mail is confirmed')
  })

  it('sends nothing for a visitor, who has to log in first', async () => {
    await open(VerifyNotice)
    expect(screen.queryByRole('button', { name: 'Send it again' })).toBeNull()
    expect(hrefOf('Log in')).toBe('/login')
  })
})

describe('the link that confirms an address', () => {
  const VERIFY = '/api/auth/email-verify'

  const CONFIRM = 'Confirm my address'
  const maya = aUser({ email_verified: false })

  it('changes nothing when it is opened, by whoever', async () => {
    for (const viewer of [undefined, maya, aUser({ email: 'noah@example.com' })]) {
      await open(VerifyEmail, LINK, viewer)
      await heading('Confirm your e-mail address')
      expect(server.requests).toEqual([])
      cleanup()
    }
  })

  it('is used by a press, says how it went, and needs the password where nobody is logged in', async () => {
    server.on(VERIFY, refusedResponse('Incorrect password'), { status: 204 })
    await open(VerifyEmail, LINK)
    press(CONFIRM)
    await screen.findByText('Field is required')
    type('Password', 'a guess')
    press(CONFIRM)
    await screen.findByText('Incorrect password')
    type('Password', 'hockeynight')
    press(CONFIRM)
    await heading('Your e-mail is confirmed')
    expect(server.requests.at(-1)?.body).toMatchObject({ signature: 's1', password: 'hockeynight' })
    expect(hrefOf('Log in')).toBe('/login')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  it('asks the viewer it was sent to for no password', async () => {
    server.on(VERIFY, { status: 204 })
    await open(VerifyEmail, LINK, maya)
    expect(screen.queryByLabelText('Password')).toBeNull()
    press(CONFIRM)
    await heading('Your e-mail is confirmed')
    expect(server.paths).toEqual([VERIFY])
  })

  it('that failed offers a new one', async () => {
    server.on(VERIFY, refusedResponse('Verification failed'))
    await open(VerifyEmail, LINK, maya)
    press(CONFIRM)
    await heading('Verification your email address failed')
    expect(hrefOf('Get a new link')).toBe('/verify-notice')
  })

  it('is pressed again where the server could not be reached', async () => {
    server.on(VERIFY, new Error('offline'), { status: 204 })
    await open(VerifyEmail, LINK, maya)
    press(CONFIRM)
    await screen.findByText('The server could not be reached. Check your connection and try again.')
    press(CONFIRM)
    await heading('Your e-mail is confirmed')
  })

  it('that was used is no failure', async () => {
    server.on(VERIFY, refusedResponse('Email already verified'))
    await open(VerifyEmail, LINK, aUser())
    press(CONFIRM)
    await heading('Your email already verified')
    expect(hrefOf('Continue')).toBe('/')
  })

  it('that came in pieces is not even tried', async () => {
    await open(VerifyEmail, '?email=maya%40example.com')
    await heading('Verification your email address failed')
    expect(server.requests).toEqual([])
  })
})

describe('a forgotten password', () => {
  it('says the same whoever asks, and lets them try another address', async () => {
    server.on('/api/auth/password-reset-request', { status: 204 })
    await open(PasswordResetRequest)
    type('E-mail', 'nobody@example.com')
    press('Send the link')
    await heading('Check your e-mail')
    screen.getByText(/^If there is an account for/)
    press('Another address')
    expect((field('E-mail') as HTMLInputElement).value).toBe('nobody@example.com')
  })
})

describe('the letter for a forgotten password', () => {
  it('that could not be sent again is told of', async () => {
    server.on('/api/auth/password-reset-request', { status: 204 }, new Error('offline'))
    await open(PasswordResetRequest)
    type('E-mail', 'maya@example.com')
    press('Send the link')
    await heading('Check your e-mail')
    // A minute later.
    act(() =>
      runInAction(() => {
        channel.resolve(passwordResetStore).lockedUntil = 0
      }),
    )
    press('Send it again')
    await screen.findByText('The server could not be reached. Check your connection and try again.')
  })
})

describe('the link to a new password', () => {
  const RESET = '/api/auth/password-reset'
  const choose = () => {
    type('New password', 'hockeynight')
    type('New password again', 'hockeynight')
    press('Change the password')
  }

  it('leads to log-in, and says that it is done', async () => {
    server.on(RESET, { status: 204 })
    await open(PasswordReset, LINK)
    choose()
    await waitFor(() => expect(path).toBe('/login'))
    expect(state).toEqual({ login: 'maya@example.com' })
    expect(channel.shell.toasts.toasts[0]).toMatchObject({
      type: 'success',
      text: 'Your password is changed. Log in with the new one.',
    })
  })

  it('that ran out leads to a new one, for the same address', async () => {
    server.on(RESET, refusedResponse('Reset password key expired'))
    await open(PasswordReset, LINK)
    choose()
    await heading('Reset password key expired')
    fireEvent.click(screen.getByRole('link', { name: 'Get a new link' }))
    expect([path, state]).toEqual(['/password-reset-request', { email: 'maya@example.com' }])
  })

  it('that came in pieces says so at once', async () => {
    await open(PasswordReset)
    await heading('Reset password failed')
  })
})

describe('the link that ends an account', () => {
  const CONFIRM = '/api/delete-account-confirm'

  it('asks once more before anything is sent, and says what is lost', async () => {
    await open(ConfirmDeletion, LINK, aUser())
    await heading('Delete your account?')
    screen.getByText('Whatever else belongs to your account, without a refund')
    expect(server.requests).toEqual([])
    expect(hrefOf('Keep my account')).toBe('/')
  })

  it('says goodbye to whoever means it, and they are nobody', async () => {
    server.on(CONFIRM, { status: 204 })
    await open(ConfirmDeletion, LINK, aUser())
    press('Delete my account')
    await heading('Your account is gone')
    await waitFor(() => expect(channel.viewer.user).toBeNull())
    expect(server.paths.filter(requested => requested === CONFIRM)).toHaveLength(1)
  })

  it('that is not taken says so, and the account stays', async () => {
    server.on(CONFIRM, refusedResponse('Verification failed'))
    await open(ConfirmDeletion, LINK, aUser())
    press('Delete my account')
    await heading('This link does not work')
    expect(channel.viewer.user).not.toBeNull()
  })

  it('can be used again where the server could not be reached', async () => {
    server.on(CONFIRM, new Error('offline'))
    await open(ConfirmDeletion, LINK, aUser())
    press('Delete my account')
    await screen.findByText('The server could not be reached. Check your connection and try again.')
    screen.getByRole('button', { name: 'Delete my account' })
  })
})
