import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeClock, flushPromises } from '@/shared/testing/FakeClock'
import { FakeServer, itemResponse, listResponse } from '@/shared/testing/fakes'
import { BillingApi } from '../api'
import type { BillingStore } from '../BillingStore'
import { anOrder, createBillingStore } from '../fakes'
import { OrdersStore } from './OrdersStore'

configure({ enforceActions: 'always' })

const yearly = anOrder(9, { type: 'subscription', auto_renewal: 'active' })

let server: FakeServer
let clock: FakeClock
let billing: BillingStore
let store: OrdersStore

beforeEach(() => {
  server = new FakeServer().on('/api/orders', listResponse([yearly, anOrder(8)]))
  clock = new FakeClock()
  billing = createBillingStore(server)
  store = new OrdersStore(new BillingApi(billing.shell.api), billing, clock.sleep)
})

describe('the orders of a viewer', () => {
  it('are requested by type and status, twenty at a time', async () => {
    await store.load({ type: 'event', status: 'paid' })
    expect(server.requests[0]?.query).toMatchObject({
      type: 'event',
      status: 'paid',
      limit: '20',
      offset: '0',
    })
    expect(store.orders.map(({ id }) => id)).toEqual([9, 8])
  })

  it('reload in another language and keep their current states', async () => {
    server.on(
      '/api/stripe/resubscribe',
      itemResponse({ ...yearly, auto_renewal: 'active', expires_at: '2028' }),
    )
    await store.load()
    await store.resumeRenewal(9)
    const frenchOrder = anOrder(9, { product: { ...yearly.product, name: 'Toute l’année' } })
    server.on('/api/orders', listResponse([frenchOrder, anOrder(8)]))
    store.languageChanged()
    expect(store.orders[0]?.expires_at).toBe('2028')
    await vi.waitFor(() => expect(store.orders[0]?.product.name).toBe('Toute l’année'))
  })

  it('are cleared by a reset', async () => {
    await store.load()
    store.reset()
    expect(store.orders).toEqual([])
  })
})

describe('the renewal of a subscription', () => {
  it('is canceled, and the order is polled until that is done', async () => {
    server
      .on('/api/stripe/unsubscribe', itemResponse({ ...yearly, auto_renewal: 'processing' }))
      .on(
        '/api/orders/9',
        itemResponse({ ...yearly, auto_renewal: 'processing' }),
        itemResponse({ ...yearly, auto_renewal: 'cancelled' }),
      )
    await store.load()
    const stopping = store.cancelRenewal(9)
    await flushPromises()
    expect(server.requests.at(-1)?.body).toMatchObject({ order_id: 9 })
    expect(store.orders[0]?.auto_renewal).toBe('processing')
    await clock.wake(2)
    expect(await stopping).toBe(true)
    expect(store.orders[0]?.auto_renewal).toBe('cancelled')
    expect(clock.sleepDurations).toEqual([2000, 2000])
  })

  it('can be resumed before the period ends', async () => {
    server.on('/api/stripe/resubscribe', itemResponse({ ...yearly, auto_renewal: 'active' }))
    await store.load()
    expect(await store.resumeRenewal(9)).toBe(true)
    expect(clock.sleepDurations).toEqual([])
  })

  it('that cannot be canceled stays active, with an error message', async () => {
    const json = { code: 'errors.no_renewal', message: 'This order does not renew automatically.' }
    server.on('/api/stripe/unsubscribe', { status: 400, json })
    await store.load()
    expect(await store.cancelRenewal(9)).toBe(false)
    expect(store.errorMessage?.code).toBe('errors.no_renewal')
    expect(store.orders[0]?.auto_renewal).toBe('active')
    expect(store.busyOrders.has(9)).toBe(false)
  })

  it('is canceled with one request, however often it is pressed', async () => {
    server.on('/api/stripe/unsubscribe', itemResponse({ ...yearly, auto_renewal: 'cancelled' }))
    await store.load()
    await Promise.all([store.cancelRenewal(9), store.cancelRenewal(9)])
    expect(server.paths.filter(path => path === '/api/stripe/unsubscribe')).toHaveLength(1)
  })
})

describe('a document from the provider or the server', () => {
  it('is the address of the customer portal', async () => {
    server.on('/api/stripe/customer-portal', { json: { data: { url: 'https://pay.example/portal' } } })
    expect(await store.portal()).toBe('https://pay.example/portal')
  })

  it('is a receipt', async () => {
    const headers = { 'Content-Type': 'application/pdf' }
    server.on('/api/orders/9/transactions/3/receipt', { json: {}, headers })
    expect(await store.receipt(9, 3)).toBeInstanceOf(Blob)
  })

  it('is null with an error message if the request failed', async () => {
    server.on('/api/stripe/customer-portal', { status: 503 })
    expect(await store.portal()).toBeNull()
    expect(store.errorMessage?.code).toBe('errors.server')
  })

  it('is discarded after a reset', async () => {
    server.on('/api/stripe/customer-portal', { json: { data: { url: 'https://pay.example/portal' } } })
    const opening = store.portal()
    store.reset()
    expect(await opening).toBeNull()
  })
})

describe('an order being paid', () => {
  const created = anOrder(8, { status: 'created' })
  const paid = vi.fn()

  beforeEach(async () => {
    server
      .on('/api/orders', listResponse([created]))
      .on('/api/orders/8', itemResponse(created), itemResponse(anOrder(8)))
    paid.mockClear()
    billing.onPaid(paid)
    await store.load()
  })

  it('is polled until it is paid', async () => {
    const following = store.pollOrder(8)
    await clock.wake()
    expect(paid).not.toHaveBeenCalled()
    await clock.wake()
    await following
    expect(store.orders[0]?.status).toBe('paid')
    expect(paid).toHaveBeenCalledTimes(1)
  })

  it('is polled once at a time, however often its list is opened', async () => {
    const following = [store.pollOrder(8), store.pollOrder(8)]
    await clock.wake(2)
    await Promise.all(following)
    expect(clock.sleepDurations).toEqual([2000, 2000])
  })

  it('is no longer polled once it waits for the buyer', async () => {
    const waiting = { ...created, payment: { requires_action: true, client_secret: 'secret' } }
    server.on('/api/orders/8', itemResponse(waiting))
    const following = store.pollOrder(8)
    await clock.wake()
    await following
    expect(paid).not.toHaveBeenCalled()
  })

  it('is not polled after a reset', async () => {
    const following = store.pollOrder(8)
    store.reset()
    await clock.wake()
    await following
    expect(server.paths).not.toContain('/api/orders/8')
  })
})
