import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aChannel } from '../testing/aChannel'
import { type PasswordResetStore, passwordResetStore } from './PasswordResetStore'

configure({ enforceActions: 'always' })

const ASK = '/api/auth/password-reset-request'
const RESET = '/api/auth/password-reset'
const link = { email: 'maya@example.com', expires: '1790000000', signature: 's1' }

let server: FakeServer
let store: PasswordResetStore

beforeEach(async () => {
  server = new FakeServer().on(ASK, { status: 204 }).on(RESET, { status: 204 })
  store = (await aChannel(server)).bring(passwordResetStore)
})

describe('a forgotten password', () => {
  it('brings a letter, whoever has that address', async () => {
    store.begin('maya@example.com')
    await store.ask()
    expect(server.asked).toMatchObject([{ path: ASK, body: { email: 'maya@example.com' } }])
    expect(store.sentTo).toBe('maya@example.com')
    expect(store.lockedUntil).toBeGreaterThan(Date.now())
  })

  it('asks for an address that can be one', async () => {
    store.begin('maya')
    await store.ask()
    expect(store.request.errorOf('email')).toBe('A valid email address is required')
    expect(server.asked).toEqual([])
  })

  it('begins anew for another address', async () => {
    store.begin('maya@example.com')
    await store.ask()
    store.begin()
    expect([store.sentTo, store.request.state, store.request.values.email]).toEqual([null, 'idle', ''])
  })
})

describe('a new password', () => {
  const type = (password: string, password_confirmation: string) => {
    store.form.change('password', password)
    store.form.change('password_confirmation', password_confirmation)
  }

  it('is set by the letter’s link, and not kept', async () => {
    type('hockeynight', 'hockeynight')
    expect(await store.change(link)).toBe(true)
    const typed = { password: 'hockeynight', password_confirmation: 'hockeynight' }
    expect(server.asked[0]?.body).toEqual({ api_key: 'key', ...link, ...typed })
    expect(store.form.values.password).toBe('')
  })

  it('is checked first', async () => {
    type('hockeynight', 'hockey')
    expect(await store.change(link)).toBe(false)
    expect(store.form.errors).toEqual({
      password_confirmation: ['The password and password confirmation do not match'],
    })
    expect(server.asked).toEqual([])
  })

  it('needs another letter where the link ran out, not where the server cannot be reached', async () => {
    server.on(RESET, new Error('offline'), { status: 400, json: { message: 'Reset password key expired' } })
    type('hockeynight', 'hockeynight')
    await store.change(link)
    expect(store.linkIsDead).toBe(false)
    await store.change(link)
    expect(store.linkIsDead).toBe(true)
  })
})
