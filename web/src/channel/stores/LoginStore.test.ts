import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aUser } from '../fakes'
import { createChannel } from '../testing/createChannel'
import { type LoginStore, loginStore } from './LoginStore'

configure({ enforceActions: 'always' })

const LOGIN = '/api/v2/auth/login'
const logInResponse = { json: { data: { api_key: 'new', user: aUser() } } }
const refusedResponse = (code: string, more = {}) => ({ status: 400, json: { code, message: 'No', ...more } })
const codeRequiredResponse = refusedResponse('errors.second_factor_required', {
  error: 'second_factor_required',
})

let server: FakeServer
let store: LoginStore
const viewerChanges = vi.fn()

beforeEach(async () => {
  server = new FakeServer()
  viewerChanges.mockReset()
  store = (await createChannel(server, { changed: viewerChanges })).resolve(loginStore)
})

function type(values: Partial<LoginStore['form']['values']>) {
  for (const [name, value] of Object.entries(values)) store.form.change(name as 'login', value)
}

describe('log-in', () => {
  it('accepts an email address or a phone number with a password', async () => {
    server.on(LOGIN, logInResponse)
    type({ login: ' maya@example.com ', password: ' hockey night ' })
    await store.submit()
    expect(server.requests).toMatchObject([
      { path: LOGIN, body: { api_key: 'key', login: 'maya@example.com', password: ' hockey night ' } },
    ])
    expect(viewerChanges).toHaveBeenCalledWith({ user: aUser(), to: undefined, entered: true })
  })

  it('sends nothing if a field is empty', async () => {
    type({ login: ' ' })
    await store.submit()
    expect(server.requests).toEqual([])
    expect(store.form.errors).toEqual({
      login: [{ code: 'errors.required' }],
      password: [{ code: 'errors.required' }],
    })
  })

  it('shows the server’s error if it fails, and resets the robot check', async () => {
    server.on(LOGIN, refusedResponse('errors.invalid_credentials'))
    type({ login: 'maya@example.com', password: 'wrong', robot_token: 'pass' })
    await store.submit()
    expect(server.requests[0]?.body?.robot_token).toBe('pass')
    expect(store.form.errorMessage?.code).toBe('errors.invalid_credentials')
    expect(store.form.values.robot_token).toBe('')
    expect(store.submitCount).toBe(1)
    expect(viewerChanges).not.toHaveBeenCalled()
  })
})

describe('a viewer who is already logged in', () => {
  it('is identified by the store', async () => {
    server
      .on(LOGIN, refusedResponse('errors.already_logged_in'))
      .on('/api/profile', { json: { data: aUser() } })
    type({ login: 'maya@example.com', password: 'hockeynight' })
    await store.submit()
    expect(viewerChanges).toHaveBeenCalledWith({ user: aUser(), to: undefined })
  })
})

describe('an account with a second factor', () => {
  beforeEach(async () => {
    server.on(LOGIN, codeRequiredResponse)
    type({ login: 'maya@example.com', password: 'hockeynight' })
    await store.submit()
  })

  it('requires a code after the right password', () => {
    expect(store.step).toBe('code')
  })

  it('logs in with password and code together', async () => {
    server.on(LOGIN, logInResponse)
    type({ code: ' 123456 ' })
    await store.submit()
    expect(server.requests.at(-1)?.body).toMatchObject({ password: 'hockeynight', code: '123456' })
    expect(viewerChanges).toHaveBeenCalledTimes(1)
  })

  it('requires another code after a wrong or missing code', async () => {
    server.on(LOGIN, refusedResponse('errors.incorrect_second_factor', { error: 'second_factor_wrong' }))
    type({ code: '000000' })
    await store.submit()
    expect([store.step, store.form.errorMessage?.code, store.form.values.code]).toEqual([
      'code',
      'errors.incorrect_second_factor',
      '',
    ])
    const before = server.requests.length
    await store.submit()
    expect(store.form.errorOf('code')?.code).toBe('errors.required')
    expect(server.requests).toHaveLength(before)
  })

  it('returns to the password step if the password has changed', async () => {
    server.on(LOGIN, refusedResponse('errors.invalid_credentials'))
    type({ code: '123456' })
    await store.submit()
    expect(store.step).toBe('password')
    expect(store.form.errorMessage?.code).toBe('errors.invalid_credentials')
  })

  it('keeps the login but not the password when the viewer goes back', () => {
    store.back()
    expect(store.step).toBe('password')
    expect(store.form.values).toEqual({ login: 'maya@example.com', password: '', code: '', robot_token: '' })
  })
})

it('A reset clears all typed values', () => {
  type({ login: 'maya@example.com', password: 'hockeynight' })
  store.reset()
  expect(store.form.values).toEqual({ login: '', password: '', code: '', robot_token: '' })
})
