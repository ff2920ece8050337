import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { createChannel } from '../testing/createChannel'
import { type PasswordResetStore, passwordResetStore } from './PasswordResetStore'

configure({ enforceActions: 'always' })

const REQUEST_PATH = '/api/auth/password-reset-request'
const RESET_PATH = '/api/auth/password-reset'
const link = { email: 'maya@example.com', expires: '1790000000', signature: 's1' }

let server: FakeServer
let store: PasswordResetStore

beforeEach(async () => {
  server = new FakeServer().on(REQUEST_PATH, { status: 204 }).on(RESET_PATH, { status: 204 })
  store = (await createChannel(server)).resolve(passwordResetStore)
})

describe('a forgotten password', () => {
  it('sends an email for any address', async () => {
    store.start('maya@example.com')
    await store.requestEmail()
    expect(server.requests).toMatchObject([{ path: REQUEST_PATH, body: { email: 'maya@example.com' } }])
    const { state } = store
    expect(state).toMatchObject({ kind: 'sent', email: 'maya@example.com' })
    expect(state.kind === 'sent' && state.lockedUntil).toBeGreaterThan(Date.now())
  })

  it('requires a valid address', async () => {
    store.start('maya')
    await store.requestEmail()
    expect(store.request.errorOf('email')?.code).toBe('errors.invalid_email')
    expect(server.requests).toEqual([])
  })

  it('starts over for another address', async () => {
    store.start('maya@example.com')
    await store.requestEmail()
    store.start()
    expect([store.state.kind, store.request.state.kind, store.request.values.email]).toEqual([
      'idle',
      'idle',
      '',
    ])
  })
})

describe('a new password', () => {
  const type = (password: string, password_confirmation: string) => {
    store.form.change('password', password)
    store.form.change('password_confirmation', password_confirmation)
  }

  it('is set with the emailed link, and not kept', async () => {
    type('hockeynight', 'hockeynight')
    expect(await store.resetPassword(link)).toBe(true)
    const typed = { password: 'hockeynight', password_confirmation: 'hockeynight' }
    expect(server.requests[0]?.body).toEqual({ api_key: 'key', ...link, ...typed })
    expect(store.form.values.password).toBe('')
  })

  it('is validated first', async () => {
    type('hockeynight', 'hockey')
    expect(await store.resetPassword(link)).toBe(false)
    expect(store.form.errors).toEqual({
      password_confirmation: [{ code: 'errors.password_mismatch' }],
    })
    expect(server.requests).toEqual([])
  })

  it('requires a new email if the link has expired, but not if the server is unreachable', async () => {
    server.on(RESET_PATH, new Error('offline'), {
      status: 400,
      json: { code: 'errors.password_reset_expired', message: 'Reset password key expired' },
    })
    type('hockeynight', 'hockeynight')
    await store.resetPassword(link)
    expect(store.isLinkInvalid).toBe(false)
    await store.resetPassword(link)
    expect(store.isLinkInvalid).toBe(true)
  })
})
