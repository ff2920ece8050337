import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import type { ChannelStore } from '../ChannelStore'
import { aUser } from '../fakes'
import type { User } from '../model'
import { createChannel } from '../testing/createChannel'
import { type SecondFactorStore, secondFactorStore } from './SecondFactorStore'

configure({ enforceActions: 'always' })

const START = '/api/auth/second-factor'
const CONFIRM = `${START}/confirm`
const REMOVE = `${START}/remove`
const secret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', qr: '<svg/>' }
const wrong = { status: 400, json: { code: 'errors.incorrect_password', message: 'Incorrect password' } }
let server: FakeServer
let channel: ChannelStore
let store: SecondFactorStore

async function setUpStore(changes: Partial<User> = {}) {
  channel = await createChannel(server, { user: aUser(changes) })
  store = channel.resolve(secondFactorStore)
}

beforeEach(() => {
  server = new FakeServer()
    .on(START, { json: { data: secret } })
    .on(CONFIRM, { json: { data: { recovery_codes: ['aaaaa-bbbbb', 'ccccc-ddddd'] } } })
    .on(REMOVE, { status: 204 })
})

describe('a second factor', () => {
  it('setup starts with the password', async () => {
    await setUpStore()
    await store.startSetup()
    expect(store.state.kind).toBe('password')
    expect(server.requests).toEqual([])
    store.start.change('current_password', 'hockey night')
    await store.fetchSecret()
    expect(server.requests[0]?.body).toEqual({ api_key: 'key', current_password: 'hockey night' })
    expect(store).toMatchObject({ state: { kind: 'secret', secret } })
    expect(store.start.values.current_password).toBe('')
  })

  it('setup starts at once for viewers without a password', async () => {
    await setUpStore({ has_password: false })
    await store.startSetup()
    expect(store.state.kind).toBe('secret')
    expect(server.requests[0]?.body).toEqual({ api_key: 'key' })
  })

  it('setup does not start with a wrong password', async () => {
    server.on(START, wrong)
    await setUpStore()
    await store.startSetup()
    store.start.change('current_password', 'guess')
    await store.fetchSecret()
    expect(store.state.kind).toBe('password')
    expect(store.start.errorMessage?.code).toBe('errors.incorrect_password')
  })

  it('is on after the first code, and shows the recovery codes', async () => {
    await setUpStore({ has_password: false })
    await store.startSetup()
    store.confirmation.change('code', '123 456')
    await store.confirm()
    expect(server.requests.at(-1)?.body).toEqual({ api_key: 'key', code: '123456' })
    expect(store.state).toEqual({ kind: 'recovery', recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] })
    expect(channel.viewer.user?.two_factor).toBe(true)
  })

  it('is not on after a wrong code', async () => {
    server.on(CONFIRM, {
      status: 400,
      json: { code: 'errors.incorrect_second_factor', message: 'This code is incorrect. Please try again.' },
    })
    await setUpStore({ has_password: false })
    await store.startSetup()
    store.confirmation.change('code', '000000')
    await store.confirm()
    expect(store.state.kind).toBe('secret')
    expect(store.confirmation.errorMessage?.code).toBe('errors.incorrect_second_factor')
    expect(channel.viewer.user?.two_factor).toBe(false)
  })

  it('setup is cleared when the viewer leaves the page', async () => {
    await setUpStore({ has_password: false })
    await store.startSetup()
    store.confirmation.change('code', '123456')
    await store.confirm()
    store.reset()
    expect(store.state).toEqual({ kind: 'idle' })
  })

  it('setup is cleared if the viewer leaves before the response', async () => {
    await setUpStore({ has_password: false })
    const setup = store.startSetup()
    store.reset()
    await setup
    expect(store.state).toEqual({ kind: 'idle' })
    await store.startSetup()
    store.confirmation.change('code', '123456')
    const confirming = store.confirm()
    store.reset()
    await confirming
    expect(store.state).toEqual({ kind: 'idle' })
    expect(channel.viewer.user?.two_factor).toBe(true)
  })

  it('is turned off with the password', async () => {
    await setUpStore({ two_factor: true })
    expect(await store.remove()).toBe(false)
    expect(server.requests).toEqual([])
    store.removal.change('current_password', 'hockey night')
    expect(await store.remove()).toBe(true)
    expect(server.requests[0]?.body).toEqual({ api_key: 'key', current_password: 'hockey night' })
    expect(channel.viewer.user?.two_factor).toBe(false)
    expect(store.removal.values.current_password).toBe('')
  })

  it('is turned off with a code by viewers without a password', async () => {
    await setUpStore({ two_factor: true, has_password: false })
    expect(await store.remove()).toBe(false)
    expect(store.removal.errorOf('code')?.code).toBe('errors.required')
    store.removal.change('code', '123 456')
    expect(await store.remove()).toBe(true)
    expect(server.requests[0]?.body).toEqual({ api_key: 'key', code: '123456' })
  })

  it('stays on if the password is wrong', async () => {
    server.on(REMOVE, wrong)
    await setUpStore({ two_factor: true })
    store.removal.change('current_password', 'guess')
    expect(await store.remove()).toBe(false)
    expect(store.removal.errorMessage?.code).toBe('errors.incorrect_password')
    expect(channel.viewer.user?.two_factor).toBe(true)
  })
})
