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
  it('takes an address or a number and a password, and lets the viewer in', async () => {
    server.on(LOGIN, logInResponse)
    type({ login: ' maya@example.com ', password: ' hockey night ' })
    await store.submit()
    expect(server.requests).toMatchObject([
      { path: LOGIN, body: { api_key: 'key', login: 'maya@example.com', password: ' hockey night ' } },
    ])
    expect(viewerChanges).toHaveBeenCalledWith({ user: aUser(), to: undefined, entered: true })
  })

  it('asks nobody where something is missing', async () => {
    type({ login: ' ' })
    await store.submit()
    expect(server.requests).toEqual([])
    expect(store.form.errors).toEqual({
      login: [{ code: 'errors.required' }],
      password: [{ code: 'errors.required' }],
    })
  })

  it('says the server’s sentence where it is refused, and a robot check is good for one try', async () => {
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

describe('somebody who is logged in already', () => {
  it('is recognised, where the page did not know', async () => {
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

  it('is entered with password and code together', async () => {
    server.on(LOGIN, logInResponse)
    type({ code: ' 123456 ' })
    await store.submit()
    expect(server.requests.at(-1)?.body).toMatchObject({ password: 'hockeynight', code: '123456' })
    expect(viewerChanges).toHaveBeenCalledTimes(1)
  })

  it('asks again after a wrong code, and for one where there is none', async () => {
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

  it('goes back to the password where that was changed meanwhile', async () => {
    server.on(LOGIN, refusedResponse('errors.invalid_credentials'))
    type({ code: '123456' })
    await store.submit()
    expect(store.step).toBe('password')
    expect(store.form.errorMessage?.code).toBe('errors.invalid_credentials')
  })

  it('keeps who somebody is and no password, when they go back', () => {
    store.back()
    expect(store.step).toBe('password')
    expect(store.form.values).toEqual({ login: 'maya@example.com', password: '', code: '', robot_token: '' })
  })
})

it('Nothing typed waits for the next visitor', () => {
  type({ login: 'maya@example.com', password: 'hockeynight' })
  store.reset()
  expect(store.form.values).toEqual({ login: '', password: '', code: '', robot_token: '' })
})
