// The setup of checkout store tests: an event, two passes and a subscription. Each test gets a new server.

import { configure } from 'mobx'
import { beforeEach, vi } from 'vitest'
import { FakeServer, listResponse, MemoryStorage } from '@/shared/testing/fakes'
import type { BillingStore } from '../BillingStore'
import { aBuyableEvent, aCard, anOrder, aPackage, aSubscription, aTeam, createBillingStore } from '../fakes'
import { type CheckoutStore, checkoutStore } from '../stores/CheckoutStore'

configure({ enforceActions: 'always' })

export const BUY = '/api/stripe/buy'
export const COUPON = '/api/apply_coupon'
export const season = aPackage(3)
export const team = aPackage(4, { type: 'team', is_team_pass: true })
export const yearly = aSubscription(2)
export const defaultCard = aCard('pm_used', { is_default: true })
export const otherCard = aCard('pm_other', { brand: 'mastercard', last4: '4444' })
export const discount = {
  code: 'TIPOFF20',
  base_price: '9.99',
  service_fee: '0.75',
  discount: '2.00',
  total: '8.74',
  currency: 'USD',
}

/** The server and stores of the current test. */
export let server: FakeServer
export let billing: BillingStore
export let store: CheckoutStore

/** Open the checkout store with a query string. */
export async function open(search: string, viewer = {}) {
  const channel = { packages: [season, team], subscriptions: [yearly] }
  billing = createBillingStore(server, { viewer, channel })
  store = billing.resolve(checkoutStore)
  await store.open(search)
}

/** Return the requests to a path. */
export const requestsTo = (path: string) => server.requests.filter(request => request.path === path)

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  server = new FakeServer()
    .on('/api/events/12', { json: { data: aBuyableEvent(12) } })
    .on('/api/participants', listResponse([aTeam(1), aTeam(2), aTeam(7)]))
    .on('/api/stripe/list-cards', listResponse([defaultCard, otherCard]))
    .on('/api/stripe/setup-intent', { json: { data: { client_secret: 'seti_1_secret_2' } } })
    .on(COUPON, { json: { data: discount } })
    .on(BUY, { json: { data: anOrder(9) } })
})
