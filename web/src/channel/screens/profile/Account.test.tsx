// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LinkableContext } from '@/shared/contexts/linkable'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import type { ChannelStore } from '../../ChannelStore'
import { type ProfileTab, ProfileTabsContext } from '../../components/profile/tabs'
import { ChannelProvider } from '../../context'
import { aUser } from '../../fakes'
import type { User } from '../../model'
import { aDevice } from '../../testing/aDevice'
import { createChannel } from '../../testing/createChannel'
import Account from './Account'

const ACCESS = '/api/user/access'
const SESSIONS = '/api/auth/sessions'
const END = '/api/delete-account-request'
const refusedResponse = (code: string) => ({ status: 400, json: { code, message: 'No' } })
const accessResponse = (...names: string[]) => ({
  json: { data: { capabilities: Object.fromEntries(names.map(name => [name, true])), passes: [] } },
})
let server: FakeServer
let channel: ChannelStore

interface RenderOptions {
  user?: Partial<User>
  isLinkable?: (url: string) => boolean
  tabs?: readonly ProfileTab[]
}

async function open({ user, isLinkable: leads = () => true, tabs }: RenderOptions = {}) {
  channel = await createChannel(server, { user: aUser(user) })
  const page = (
    <StrictMode>
      <LinkableContext value={leads}>
        <ChannelProvider store={channel}>
          <Account />
        </ChannelProvider>
      </LinkableContext>
    </StrictMode>
  )
  renderPage(tabs ? <ProfileTabsContext value={tabs}>{page}</ProfileTabsContext> : page, '/profile/account')
  await screen.findByRole('heading', { level: 1 })
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const toasts = () => channel.shell.toasts.toasts.map(toast => toast.text)

// The dialog is a lazy chunk. Load it first, because a busy machine may exceed the test timeout.
beforeAll(() => import('../../components/profile/DeleteAccountDialog'))
beforeEach(() => {
  server = new FakeServer()
    .on(ACCESS, accessResponse('watch', 'vod_media'))
    .on(SESSIONS, { json: { data: [aDevice(1, { current: true }), aDevice(2)] } })
})
afterEach(cleanup)

describe('the account page', () => {
  it('shows its owner and the open section', async () => {
    await open()
    screen.getByRole('heading', { level: 1, name: 'Maya Halvorsen, Account' })
    const tabs = within(screen.getByRole('navigation', { name: 'Profile' }))
    expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Account')
    expect(tabs.getAllByRole('link').map(tab => tab.getAttribute('href'))).toEqual([
      '/profile/sessions',
      '/profile/security',
      '/profile/account',
    ])
  })

  it('scrolls its tabs to the current one without scrolling the page', async () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const row = this.closest('nav')
      if (!row) return new DOMRect()
      return this === row ? new DOMRect(0, 0, 390, 48) : new DOMRect(500 - row.scrollLeft, 0, 80, 48)
    })
    await open()
    expect(screen.getByRole('navigation', { name: 'Profile' }).scrollLeft).toBe(345)
  })

  it('includes tabs of other contexts', async () => {
    await open({ tabs: [{ path: '/profile/orders', label: { id: 'x', message: 'Orders' } }] })
    expect(screen.getByRole('link', { name: 'Orders' }).getAttribute('href')).toBe('/profile/orders')
  })

  it('describes what the passes allow', async () => {
    await open()
    await screen.findByText('Watch live and on demand')
    screen.getByText('The full library')
    expect(screen.queryByText('Download recordings')).toBeNull()
  })

  it('links a viewer without a pass to the passes for sale, if there are any', async () => {
    server.on(ACCESS, accessResponse())
    await open()
    await screen.findByText(/You don’t have a pass yet/)
    expect(screen.getByRole('link', { name: 'View passes' }).getAttribute('href')).toBe('/packages')
    cleanup()
    await open({ isLinkable: url => url !== '/packages' })
    await screen.findByText(/You don’t have a pass yet/)
    expect(screen.queryByRole('link', { name: 'View passes' })).toBeNull()
  })

  it('shows the usage of limited pass features', async () => {
    const clips = { allowed: true, most: 50, used: 12 }
    const withDownloads = (downloads: object) => ({
      json: { data: { capabilities: { clipping: true }, passes: [], allowances: { clips, downloads } } },
    })
    server.on(ACCESS, withDownloads({ allowed: true, most: 10, used: 3 }))
    await open()
    await screen.findByText('12 of 50 clips created')
    screen.getByText('3 of 10 downloads used')
    cleanup()
    server.on(ACCESS, withDownloads({ allowed: true, most: null, used: 3 }))
    await open()
    await screen.findByText('12 of 50 clips created')
    expect(screen.queryByText(/downloads used/)).toBeNull()
  })

  it('can retry what failed to load', async () => {
    server.on(ACCESS, { status: 503 })
    await open()
    await screen.findByText('Your access could not be loaded')
    server.on(ACCESS, accessResponse('watch'))
    press('Try again')
    await screen.findByText('Watch live and on demand')
  })

  it('sends the email that verifies an address', async () => {
    server.on('/api/auth/email-verify-request', { status: 204 })
    await open({ user: { email_verified: false } })
    screen.getByText('Not verified')
    press('Resend verification email')
    await screen.findByText(/^Email sent\./)
    expect(screen.queryByRole('button', { name: 'Resend verification email' })).toBeNull()
  })
})

describe('the personal data file', () => {
  it('is downloaded without an API key in the URL', async () => {
    server.on('/api/account-export', { headers: { 'Content-Type': 'application/zip' }, json: 'zip' })
    const saved: string[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.getAttribute('href')} ${this.download}`)
    })
    await open()
    press('Download my data')
    await waitFor(() => expect(saved).toEqual(['blob:1 test-account.zip']))
    expect(document.body.innerHTML).not.toContain('api_key')
  })

  it('shows an error if it does not load', async () => {
    server.on('/api/account-export', new Error('offline'))
    await open()
    press('Download my data')
    await screen.findByText(/We couldn’t reach the server/)
  })
})

describe('deleting the account', () => {
  async function openDialog(user?: Partial<User>) {
    await open({ user })
    press('Delete account')
    return within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  }

  it('lists the deleted and the kept data, and requires the password', async () => {
    server.on(END, refusedResponse('errors.incorrect_password'), { status: 204 })
    const dialog = await openDialog()
    dialog.getByText(/keep order records/)
    const password = dialog.getByLabelText('Current password')
    fireEvent.change(password, { target: { value: 'guess' } })
    press('Email me a link')
    await dialog.findByText('Incorrect password')
    expect(password.getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(password, { target: { value: 'hockey night' } })
    press('Email me a link')
    await screen.findByRole('dialog', { name: 'Check your email' })
    expect(server.requests.at(-1)).toMatchObject({ path: END, body: { current_password: 'hockey night' } })
    expect(channel.viewer.user).not.toBeNull()
  })

  it('requires no password from viewers without one', async () => {
    server.on(END, { status: 204 })
    const dialog = await openDialog({ has_password: false })
    expect(dialog.queryByLabelText('Current password')).toBeNull()
    press('Email me a link')
    await screen.findByRole('dialog', { name: 'Check your email' })
    expect(toasts()).toEqual([])
  })
})
