// The setup of payment store tests. Each test gets a new server, tab storage and clock.

import { configure } from 'mobx'
import { beforeEach, vi } from 'vitest'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { FakeClock } from '@/shared/testing/FakeClock'
import { FakeServer, MemoryStorage } from '@/shared/testing/fakes'
import { BillingApi } from '../api'
import { anOrder, createBillingStore } from '../fakes'
import type { Order } from '../model'
import { type NewPaymentAttempt, PaymentAttempts } from '../stores/PaymentAttempts'
import { PaymentStore } from '../stores/PaymentStore'

configure({ enforceActions: 'always' })

export const BUY = '/api/stripe/buy'
export const ORDER = '/api/orders/9'
export const PAY = `${ORDER}/pay`
/** The query string of the checkout page. */
export const PAGE_QUERY = '?event_id=12'

export const created = anOrder(9, { status: 'created', activity_status: 'inactive' })
export const awaitingBank = { ...created, payment: { requires_action: true, client_secret: 'pi_1_secret_2' } }
export const paid = anOrder(9)
export const orderResponse = (order: Order) => ({ json: { data: order } })
export const refusedResponse = (status: number, message: string) => ({ status, json: { message } })

/** The server, tab storage, clock and callbacks of the current test. */
export let server: FakeServer
export let tabStorage: BrowserStorage
export let clock: FakeClock
export const time = { now: 0 }
export let confirmWithBank: ReturnType<typeof vi.fn<(secret: string) => Promise<void>>>
export let paidOrders: number[]
export let reprice: ReturnType<typeof vi.fn<() => Promise<void>>>

/** Create a payment store, as after a page load, with the current tab storage. */
export function createPaymentStore(): PaymentStore {
  return new PaymentStore({
    api: new BillingApi(createBillingStore(server).shell.api),
    attempts: new PaymentAttempts(tabStorage, () => time.now),
    confirmWithBank,
    onPaid: ({ id }) => paidOrders.push(id),
    reprice,
    sleep: clock.sleep,
  })
}

export const newAttempt = async (changes: Partial<NewPaymentAttempt> = {}): Promise<NewPaymentAttempt> => ({
  viewer: 5,
  page: PAGE_QUERY,
  purchase: { type: 'event', id: 12, single_event_package_id: 70 },
  payment_method: 'pm_1',
  trial: false,
  total: '10.74',
  currency: 'USD',
  ...changes,
})

/** Return the stored attempt of an unfinished payment. */
export const storedAttempt = () => new PaymentAttempts(tabStorage).get(5)
export const requestsTo = (path: string) => server.requests.filter(request => request.path === path)
export const idempotencyKeys = () => requestsTo(BUY).map(({ headers }) => headers['Idempotency-Key'])

beforeEach(() => {
  server = new FakeServer().on(BUY, orderResponse(paid)).on(ORDER, orderResponse(created))
  tabStorage = new BrowserStorage('tab.', new MemoryStorage())
  clock = new FakeClock()
  time.now = 0
  confirmWithBank = vi.fn(async () => undefined)
  paidOrders = []
  reprice = vi.fn(async () => undefined)
})
