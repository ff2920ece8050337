// A checkout with a game, two passes and a subscription to sell; whoever imports it has a new server before each test.

import { configure } from 'mobx'
import { beforeEach, vi } from 'vitest'
import { FakeServer, MemoryStorage } from '@/shared/testing/fakes'
import { aBilling, aCard, aGame, anOrder, aPackage, aSubscription, aTeam } from '../fakes'
import type { BillingStore } from '../store'
import { type CheckoutStore, checkoutStore } from '../stores/CheckoutStore'

configure({ enforceActions: 'always' })

export const BUY = '/api/stripe/buy'
export const COUPON = '/api/apply_coupon'
export const season = aPackage(3)
export const team = aPackage(4, { type: 'team', is_team_pass: true })
export const yearly = aSubscription(2)
export const used = aCard('pm_used', { is_default: true })
export const other = aCard('pm_other', { brand: 'mastercard', last4: '4444' })
export const listed = (...data: object[]) => ({ json: { data, meta: { total: data.length } } })
export const off = {
  code: 'TIPOFF20',
  base_price: '9.99',
  service_fee: '0.75',
  discount: '2.00',
  total: '8.74',
  currency: 'USD',
}

/** Of the present test: what answers, and what is looked at. */
export let server: FakeServer
export let billing: BillingStore
export let store: CheckoutStore

/** Opens the checkout at an address. */
export async function open(search: string, viewer = {}) {
  const channel = { packages: [season, team], subscriptions: [yearly] }
  billing = aBilling(server, { viewer, channel })
  store = billing.bring(checkoutStore)
  await store.open(search)
}

/** What was asked at a path. */
export const asked = (path: string) => server.asked.filter(one => one.path === path)

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  server = new FakeServer()
    .on('/api/events/12', { json: { data: aGame(12) } })
    .on('/api/participants', listed(aTeam(1), aTeam(2), aTeam(7)))
    .on('/api/stripe/list-cards', listed(used, other))
    .on('/api/stripe/setup-intent', { json: { data: { client_secret: 'seti_1_secret_2' } } })
    .on(COUPON, { json: { data: off } })
    .on(BUY, { json: { data: anOrder(9) } })
})
