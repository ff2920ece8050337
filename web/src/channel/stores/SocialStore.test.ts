import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aUser } from '../fakes'
import { createChannel } from '../testing/createChannel'
import { type SocialStore, socialStore } from './SocialStore'

configure({ enforceActions: 'always' })

const GOOGLE = '/api/v2/auth/social/google'
const NEWCOMER = 'errors.not_registered'
const providerCallback = { provider: 'google', code: 'c1', state: 's1' }
const logInResponse = { json: { data: { api_key: 'new', user: aUser() } } }
const refusedResponse = (code: string, more = {}) => ({ status: 400, json: { code, message: 'No', ...more } })

let server: FakeServer
let store: SocialStore
const viewerChanges = vi.fn()

beforeEach(async () => {
  server = new FakeServer()
  viewerChanges.mockReset()
  const project = { api_host: 'https://api.example' }
  const channel = await createChannel(server, { project, changed: viewerChanges })
  channel.shell.storage.set('social_departure', 'google')
  store = channel.resolve(socialStore)
})

it('The provider’s address comes from the server and contains the API key', async () => {
  expect(await store.loginUrl('google')).toBe('https://api.example/auth/login/google?api_key=key')
})

describe('a viewer from a provider', () => {
  it('is logged in once', async () => {
    server.on(GOOGLE, logInResponse)
    await Promise.all([store.open(providerCallback), store.open({ ...providerCallback })])
    expect(server.requests).toMatchObject([{ path: GOOGLE, body: { code: 'c1', state: 's1' } }])
    expect(viewerChanges).toHaveBeenCalledTimes(1)
  })

  it('without an account accepts the terms and registers with the same code and state', async () => {
    server.on(GOOGLE, refusedResponse(NEWCOMER), logInResponse)
    await store.open(providerCallback)
    expect([store.state.kind, store.isStepQuestion]).toEqual(['newAccount', true])
    await store.submit()
    expect(store.form.errorOf('accept_terms')?.code).toBe('errors.terms_required')
    store.form.change('accept_terms', true)
    await store.submit()
    expect(server.requests.at(-1)?.body).toMatchObject({ code: 'c1', state: 's1', accept_terms: true })
    expect(server.requests).toHaveLength(2)
    expect(viewerChanges).toHaveBeenCalledTimes(1)
  })

  it('with a second factor must enter its code', async () => {
    const wrong = refusedResponse('errors.incorrect_second_factor', {
      error: 'second_factor_wrong',
    })
    const wanted = refusedResponse('Enter the code', { error: 'second_factor_required' })
    server.on(GOOGLE, wanted, wrong, logInResponse)
    await store.open(providerCallback)
    expect([store.state.kind, store.isStepQuestion]).toEqual(['code', true])
    store.form.change('second_factor_code', '000000')
    await store.submit()
    expect([store.state.kind, store.isStepQuestion]).toEqual(['code', false])
    store.form.change('second_factor_code', '123456')
    await store.submit()
    expect(server.requests.at(-1)?.body).toMatchObject({ code: 'c1', second_factor_code: '123456' })
    expect(viewerChanges).toHaveBeenCalledTimes(1)
  })

  it('can try again after failed requests', async () => {
    server.on(GOOGLE, refusedResponse(NEWCOMER), new Error('offline'), { status: 429 }, logInResponse)
    await store.open(providerCallback)
    store.form.change('accept_terms', true)
    for (const refusal of ['network', undefined]) {
      await store.submit()
      expect([store.state.kind, store.form.errorMessage?.code]).toEqual(['newAccount', refusal])
    }
    await store.submit()
    expect(viewerChanges).toHaveBeenCalledTimes(1)
  })

  it('leaves no state behind for the next visitor', async () => {
    server.on(GOOGLE, logInResponse)
    await store.open(providerCallback)
    expect(store.state).toEqual({ kind: 'idle' })
  })

  it('sees the server’s error if the log-in is rejected', async () => {
    server.on(GOOGLE, refusedResponse('errors.invalid_auth_data'))
    await store.open(providerCallback)
    expect([store.state.kind, store.form.errorMessage?.code]).toEqual(['refused', 'errors.invalid_auth_data'])
  })

  it('who cancels sees the failed log-in without an error', async () => {
    server.on(GOOGLE, refusedResponse('errors.invalid_auth_data'))
    await store.open(providerCallback)
    store.handleProviderError()
    expect([store.state.kind, store.form.errorMessage]).toEqual(['refused', null])
  })
})
