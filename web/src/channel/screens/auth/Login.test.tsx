// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import type { Project } from '../../api'
import type { ChannelStore } from '../../ChannelStore'
import { ChannelProvider } from '../../context'
import { aUser } from '../../fakes'
import { createChannel } from '../../testing/createChannel'
import Login from './Login'

const LOGIN = '/api/v2/auth/login'
const logInResponse = { json: { data: { api_key: 'new', user: aUser() } } }
const viewerChanges = vi.fn()
let server: FakeServer
let channel: ChannelStore

async function open(project: Project = {}, last?: object) {
  channel = await createChannel(server, { project, changed: viewerChanges })
  if (last) channel.shell.storage.set('last_visited', last)
  renderPage(
    <ChannelProvider store={channel}>
      <Login />
    </ChannelProvider>,
    '/login',
  )
}

const field = (name: string) => screen.getByLabelText(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const logIn = () => fireEvent.submit(field('Password').closest('form') as HTMLFormElement)

beforeEach(() => {
  viewerChanges.mockReset()
  server = new FakeServer()
})
afterEach(cleanup)

describe('the log-in page', () => {
  it('names the page that it returns to', async () => {
    await open({}, { path: '/watch/5', query: '', title: 'Timber @ Tide' })
    screen.getByText('Log in to continue to Timber @ Tide.')
  })

  it('names no page for visitors from the home page', async () => {
    await open({}, { path: '/', query: '', title: 'Home' })
    expect(screen.queryByText(/on your way/)).toBeNull()
  })

  it('identifies its fields for password managers', async () => {
    await open()
    expect(field('Email or phone number').getAttribute('autocomplete')).toBe('username')
    expect(field('Password').getAttribute('autocomplete')).toBe('current-password')
  })

  it('shows the password while the eye button is on', async () => {
    await open()
    expect(field('Password').getAttribute('type')).toBe('password')
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field('Password').getAttribute('type')).toBe('text')
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(field('Password').getAttribute('type')).toBe('password')
  })

  it('logs the viewer in', async () => {
    server.on(LOGIN, logInResponse)
    await open()
    type('Email or phone number', 'maya@example.com')
    type('Password', 'hockeynight')
    logIn()
    await waitFor(() => expect(viewerChanges).toHaveBeenCalled())
  })

  it('focuses the first invalid field', async () => {
    await open()
    type('Email or phone number', 'maya@example.com')
    logIn()
    await screen.findByText('Field is required')
    await waitFor(() => expect(document.activeElement).toBe(field('Password')))
  })

  it('announces the server’s error message', async () => {
    server.on(LOGIN, {
      status: 400,
      json: { code: 'errors.invalid_credentials', message: 'Invalid email or password. Please try again.' },
    })
    await open()
    type('Email or phone number', 'maya@example.com')
    type('Password', 'hockeynigh')
    logIn()
    const alert = await screen.findByRole('alert')
    await waitFor(() => expect(alert.textContent).toBe('Invalid email or password. Please try again.'))
  })
})

describe('an account with a second factor', () => {
  beforeEach(async () => {
    const wanted = {
      code: 'errors.second_factor_required',
      message: 'Enter the code from your authenticator app',
      error: 'second_factor_required',
    }
    server.on(LOGIN, { status: 400, json: wanted })
    await open()
    type('Email or phone number', 'maya@example.com')
    type('Password', 'hockeynight')
    logIn()
    await screen.findByRole('heading', { name: 'One more step' })
  })

  it('requires its code immediately, without an error', () => {
    expect(document.activeElement).toBe(field('Code'))
    expect(field('Code').getAttribute('autocomplete')).toBe('one-time-code')
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  it('can log in with a recovery code', async () => {
    server.on(LOGIN, logInResponse)
    fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    expect(document.activeElement).toBe(field('Recovery code'))
    type('Recovery code', 'k7qm-29xd')
    fireEvent.submit(field('Recovery code').closest('form') as HTMLFormElement)
    await waitFor(() => expect(viewerChanges).toHaveBeenCalled())
    expect(server.requests.at(-1)?.body).toMatchObject({ code: 'k7qm-29xd' })
  })

  it('can switch to another account', () => {
    fireEvent.click(screen.getByRole('button', { name: 'Log in with another account' }))
    expect((field('Password') as HTMLInputElement).value).toBe('')
  })
})

describe('social log-in', () => {
  it('offers the operator’s providers, and nothing without a provider', async () => {
    await open({ social: [] })
    expect(screen.queryByText('or use your email')).toBeNull()
    cleanup()
    await open({ social: ['google'] })
    screen.getByRole('button', { name: 'Continue with Google' })
    expect(screen.queryByRole('button', { name: 'Continue with Facebook' })).toBeNull()
  })

  it('opens with the API key, which never appears in the page', async () => {
    const assign = vi.fn()
    vi.stubGlobal('location', { ...window.location, assign })
    await open({ social: ['google', 'facebook'] })
    expect(document.body.innerHTML).not.toContain('api_key')
    fireEvent.click(screen.getByRole('button', { name: 'Continue with Facebook' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/auth/login/facebook?api_key=key'))
  })

  it('can be used again after the browser restores the page', async () => {
    vi.stubGlobal('location', { ...window.location, assign: vi.fn() })
    await open({ social: ['google'] })
    const button = screen.getByRole('button', { name: 'Continue with Google' })
    fireEvent.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    expect(button.getAttribute('aria-busy')).toBeNull()
  })
})

describe('the robot check', () => {
  it('is shown if the operator requires it, and its token is sent', async () => {
    server.on(LOGIN, logInResponse)
    await open({ robot_check: { provider: 'fake', site_key: 'k' } })
    type('Email or phone number', 'maya@example.com')
    type('Password', 'hockeynight')
    fireEvent.click(screen.getByRole('checkbox', { name: 'I’m not a robot' }))
    logIn()
    await waitFor(() => expect(viewerChanges).toHaveBeenCalled())
    expect(server.requests.at(-1)?.body).toMatchObject({ robot_token: 'pass' })
  })

  it('is not shown otherwise', async () => {
    await open({ robot_check: { provider: null, site_key: null } })
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
