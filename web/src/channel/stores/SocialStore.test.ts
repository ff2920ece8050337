import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aUser } from '../fakes'
import { aChannel } from '../testing/aChannel'
import { type SocialStore, socialStore } from './SocialStore'

configure({ enforceActions: 'always' })

const GOOGLE = '/api/v2/auth/social/google'
const NEWCOMER =
  'You are not registered yet. Please accept terms and conditions and click Register to continue.'
const come = { provider: 'google', code: 'c1', state: 's1' }
const entered = { json: { data: { api_key: 'new', user: aUser() } } }
const refused = (message: string, more = {}) => ({ status: 400, json: { message, ...more } })

let server: FakeServer
let store: SocialStore
const changed = vi.fn()

beforeEach(async () => {
  server = new FakeServer()
  changed.mockReset()
  const project = { api_host: 'https://api.example' }
  const channel = await aChannel(server, { project, changed })
  channel.shell.storage.set('social_departure', 'google')
  store = channel.bring(socialStore)
})

it('The way to a provider begins at the server, with the key of this visit', async () => {
  expect(await store.addressOf('google')).toBe('https://api.example/auth/login/google?api_key=key')
})

describe('somebody who comes back', () => {
  it('is let in, once', async () => {
    server.on(GOOGLE, entered)
    await Promise.all([store.open(come), store.open({ ...come })])
    expect(server.asked).toMatchObject([{ path: GOOGLE, body: { code: 'c1', state: 's1' } }])
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('and is new here accepts the terms, and registers with the same code and state', async () => {
    server.on(GOOGLE, refused(NEWCOMER), entered)
    await store.open(come)
    expect([store.step, store.isAsking]).toEqual(['newcomer', true])
    await store.submit()
    expect(store.form.errorOf('accept_terms')).toBe('Please accept terms & conditions')
    store.form.change('accept_terms', true)
    await store.submit()
    expect(server.asked.at(-1)?.body).toMatchObject({ code: 'c1', state: 's1', accept_terms: true })
    expect(server.asked).toHaveLength(2)
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('and has a second factor is asked for its code', async () => {
    const wrong = refused('This code is wrong. Please try again.', { error: 'second_factor_wrong' })
    const wanted = refused('Enter the code', { error: 'second_factor_required' })
    server.on(GOOGLE, wanted, wrong, entered)
    await store.open(come)
    expect([store.step, store.isAsking]).toEqual(['code', true])
    store.form.change('second_factor_code', '000000')
    await store.submit()
    expect([store.step, store.isAsking]).toEqual(['code', false])
    store.form.change('second_factor_code', '123456')
    await store.submit()
    expect(server.asked.at(-1)?.body).toMatchObject({ code: 'c1', second_factor_code: '123456' })
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('and could not be told to the server the second time may try a third', async () => {
    server.on(GOOGLE, refused(NEWCOMER), new Error('offline'), { status: 429 }, entered)
    await store.open(come)
    store.form.change('accept_terms', true)
    for (const refusal of ['The server could not be reached', null]) {
      await store.submit()
      expect([store.step, store.form.refusal]).toEqual(['newcomer', refusal])
    }
    await store.submit()
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('leaves nothing behind for whoever opens the page later', async () => {
    server.on(GOOGLE, entered)
    await store.open(come)
    expect(store.pending).toBe(false)
  })

  it('with what the server does not take is refused, in its words', async () => {
    server.on(GOOGLE, refused('Wrong auth data'))
    await store.open(come)
    expect([store.step, store.form.refusal]).toEqual(['refused', 'Wrong auth data'])
  })

  it('without anything has changed their mind', async () => {
    server.on(GOOGLE, refused('Wrong auth data'))
    await store.open(come)
    store.refuse()
    expect([store.step, store.form.refusal, store.pending]).toEqual(['refused', null, false])
  })
})
