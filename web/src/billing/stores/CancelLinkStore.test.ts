import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { createBillingStore } from '../fakes'
import type { LinkedRenewal } from '../model'
import { type CancelLinkStore, cancelLinkStore } from './CancelLinkStore'

configure({ enforceActions: 'always' })

const SHOW = '/api/renewal-links/show'
const CANCEL = '/api/renewal-links/cancel'
const RENEWAL: LinkedRenewal = {
  name: 'Network monthly',
  price: '11.99',
  currency: 'USD',
  period: 'month',
  expires_at: '2027-01-01T12:00:00Z',
  auto_renewal: 'active',
  off_season: null,
}
const canceled = { ...RENEWAL, auto_renewal: 'processing' as const }
let server: FakeServer
let store: CancelLinkStore

beforeEach(() => {
  server = new FakeServer().on(SHOW, { json: { data: RENEWAL } }).on(CANCEL, { json: { data: canceled } })
  store = createBillingStore(server).resolve(cancelLinkStore)
})

describe('the cancel link of a reminder', () => {
  it('shows the renewal first, and changes nothing', async () => {
    await store.load('a token')
    expect(store.state).toEqual({ kind: 'ready', renewal: RENEWAL })
    expect(server.paths).toEqual([SHOW])
  })

  it('cancels once, even after several presses', async () => {
    await store.load('a token')
    await Promise.all([store.cancel('a token'), store.cancel('a token')])
    await store.cancel('a token')
    expect(store.state).toEqual({ kind: 'canceled', renewal: canceled })
    expect(server.paths).toEqual([SHOW, CANCEL])
  })

  it('says that the renewal is already canceled', async () => {
    server.on(SHOW, { json: { data: canceled } })
    await store.load('a token')
    expect(store.state.kind).toBe('canceled')
  })

  it('tells an expired link from a server that does not respond', async () => {
    server.on(SHOW, { status: 400, json: { code: 'errors.renewal_link', message: '' } }, { status: 503 })
    await store.load('an old token')
    expect(store.state.kind).toBe('expired')
    await store.load('a token')
    expect(store.state.kind).toBe('failed')
  })
})
