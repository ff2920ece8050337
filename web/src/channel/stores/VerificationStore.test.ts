import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { AccountApi } from '../accountApi'
import type { ChannelStore } from '../ChannelStore'
import { aUser } from '../fakes'
import { createChannel } from '../testing/createChannel'
import { VerificationStore } from './VerificationStore'

configure({ enforceActions: 'always' })

const VERIFY = '/api/auth/email-verify'
const RESEND_PATH = '/api/auth/email-verify-request'
const link = { email: 'Maya@example.com', expires: '1790000000', signature: 's1' }

let server: FakeServer
let channel: ChannelStore
let store: VerificationStore
let now: number

beforeEach(async () => {
  now = 1_000
  server = new FakeServer().on(VERIFY, { status: 204 }).on(RESEND_PATH, { status: 204 })
  channel = await createChannel(server, { user: aUser({ email_verified: false }) })
  store = new VerificationStore(new AccountApi(channel.shell.api), channel.viewer, () => now)
})

describe('the link that verifies an address', () => {
  it('is sent once, even after several presses', async () => {
    await Promise.all([store.confirm(link), store.confirm({ ...link })])
    expect(server.requests).toMatchObject([{ path: VERIFY, body: link }])
    expect(server.requests[0]?.body).not.toHaveProperty('password')
    expect(store.linkForm.state.kind).toBe('success')
  })

  it('verifies its recipient', async () => {
    await store.confirm(link)
    expect(channel.viewer.user?.email_verified).toBe(true)
  })

  it('of another account requires its password, and keeps this viewer logged in', async () => {
    const other = { ...link, email: 'other@example.com' }
    await store.confirm(other)
    expect(store.linkForm.errorOf('password')?.code).toBe('errors.required')
    expect(server.requests).toEqual([])
    store.linkForm.change('password', 'hockeynight')
    await store.confirm(other)
    expect(server.requests).toMatchObject([{ body: { ...other, password: 'hockeynight' } }])
    expect(channel.viewer.user?.email_verified).toBe(false)
    expect(store.linkForm.values.password).toBe('')
  })

  it('can be tried again if the server was unreachable', async () => {
    server.on(VERIFY, new Error('offline'), { status: 204 })
    await store.confirm(link)
    expect(store.linkForm.state.kind).toBe('error')
    await store.confirm(link)
    expect(store.linkForm.state.kind).toBe('success')
  })
})

describe('another verification email', () => {
  it('can be requested once a minute', async () => {
    await store.resendEmail()
    now += 59_000
    await store.resendEmail()
    expect(server.paths).toEqual([RESEND_PATH])
    now += 1_000
    await store.resendEmail()
    expect(server.paths).toEqual([RESEND_PATH, RESEND_PATH])
  })

  it('is not needed if the first link was opened elsewhere', async () => {
    server.on(RESEND_PATH, {
      status: 400,
      json: { code: 'errors.email_already_verified', message: 'Email already verified' },
    })
    await store.resendEmail()
    expect(channel.viewer.user?.email_verified).toBe(true)
  })

  it('is confirmed for a minute, and only to this viewer', async () => {
    await store.resendEmail()
    expect(store.isRecentlySent).toBe(true)
    now += 60_000
    expect(store.isRecentlySent).toBe(false)
    await store.resendEmail()
    store.reset()
    expect([store.isRecentlySent, store.lockedUntil]).toEqual([false, 0])
  })

  it('can be requested at once if the first request failed', async () => {
    server.on(RESEND_PATH, { status: 500, json: {} }, { status: 204 })
    await store.resendEmail()
    await store.resendEmail()
    expect(store.emailForm.state.kind).toBe('success')
  })
})
