import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '@/shared/constants'
import { flushPromises } from '@/shared/testing/FakeClock'
import { CardError } from '../cardInput'
import {
  awaitingBank,
  BUY,
  clock,
  created,
  createPaymentStore,
  idempotencyKeys,
  newAttempt,
  ORDER,
  orderResponse,
  PAGE_QUERY,
  PAY,
  paid,
  refusedResponse,
  requestsTo,
  server,
  storedAttempt,
  time,
} from '../testing/paymentStore'
import { MID_PAYMENT_MS } from './PaymentAttempts'
import type { PaymentStore } from './PaymentStore'

let store: PaymentStore

beforeEach(() => {
  store = createPaymentStore()
})

describe('a page reloaded during a payment', () => {
  it('continues with the same order', async () => {
    server.on(BUY, orderResponse(created)).on(ORDER, orderResponse(created))
    void store.start(newAttempt)
    await flushPromises()
    store = createPaymentStore()
    server.on(ORDER, orderResponse(created), orderResponse(paid))
    const resuming = store.resume(5, PAGE_QUERY)
    await clock.wake()
    await resuming
    expect(requestsTo(BUY)).toHaveLength(1)
    expect(store).toMatchObject({ state: { kind: 'success', order: paid } })
  })

  it('sends the same key again if it received no order', async () => {
    server.on(BUY, new Error('gone'))
    void store.start(newAttempt)
    await flushPromises()
    time.now = MID_PAYMENT_MS - 1
    store = createPaymentStore()
    server.on(BUY, orderResponse(paid))
    await store.resume(5, PAGE_QUERY)
    expect(new Set(idempotencyKeys()).size).toBe(1)
    expect(requestsTo(BUY)[1]?.body).toEqual(requestsTo(BUY)[0]?.body)
    expect(store.state.kind).toBe('success')
  })

  it('sends nothing automatically a few minutes after the last request', async () => {
    server.on(BUY, new Error('gone'))
    void store.start(newAttempt)
    await flushPromises()
    time.now = MID_PAYMENT_MS
    store = createPaymentStore()
    server.on(BUY, orderResponse(paid))
    await store.resume(5, PAGE_QUERY)
    expect(requestsTo(BUY)).toHaveLength(1)
    expect(store).toMatchObject({ state: { kind: 'unconfirmed', attempt: { total: '10.74' } } })
    await store.retry()
    expect(new Set(idempotencyKeys()).size).toBe(1)
    expect(store.state.kind).toBe('success')
  })

  it('still loads an existing order hours later', async () => {
    server.on(BUY, orderResponse(created)).on(ORDER, orderResponse(created))
    void store.start(newAttempt)
    await flushPromises()
    time.now = 10 * HOUR_MS
    store = createPaymentStore()
    server.on(ORDER, orderResponse(paid))
    await store.resume(5, PAGE_QUERY)
    expect(requestsTo(BUY)).toHaveLength(1)
    expect(store.state.kind).toBe('success')
  })

  it.each([
    ['without an order', new Error('gone')],
    ['with an order', orderResponse(created)],
  ])('pays nothing while another item is open, and resumes on its own page: %s', async (_, answer) => {
    server.on(BUY, answer)
    void store.start(newAttempt)
    await flushPromises()
    const requestCount = server.requests.length
    store = createPaymentStore()
    await store.resume(5, '?event_id=13')
    expect(server.requests).toHaveLength(requestCount)
    expect(store.state).toEqual({ kind: 'idle' })
    server.on(BUY, orderResponse(paid)).on(ORDER, orderResponse(paid))
    await store.resume(5, '?event_id=12&single_event_package_id=70')
    expect(store.state.kind).toBe('success')
  })

  it('finds a pass that was chosen on a game’s checkout page', async () => {
    const purchase = { type: 'package', id: 3 } as const
    server.on(BUY, new Error('gone'))
    void store.start(() => newAttempt({ purchase }))
    await flushPromises()
    store = createPaymentStore()
    server.on(BUY, orderResponse(paid))
    await store.resume(5, PAGE_QUERY)
    expect(store.state.kind).toBe('success')
  })

  it('has nothing to resume once the order is final', async () => {
    await store.start(newAttempt)
    store = createPaymentStore()
    await store.resume(5, PAGE_QUERY)
    expect(store.state.kind).toBe('idle')
  })

  it('does not resume another viewer’s payment', async () => {
    server.on(BUY, orderResponse(created))
    void store.start(newAttempt)
    await flushPromises()
    store = createPaymentStore()
    await store.resume(6, PAGE_QUERY)
    expect(store.state.kind).toBe('idle')
  })

  it('has nothing to resume if the card was not ready yet', async () => {
    void store.start(() => new Promise(() => undefined))
    store = createPaymentStore()
    await store.resume(5, PAGE_QUERY)
    expect(store.state.kind).toBe('idle')
    expect(server.requests).toEqual([])
  })
})

describe('a lost response', () => {
  it('is not requested automatically by a page opened after the message', async () => {
    server.on(BUY, { status: 503 })
    const paying = store.start(newAttempt)
    await clock.wake(4)
    await paying
    store.reset()
    store = createPaymentStore()
    server.on(BUY, orderResponse(paid))
    await store.resume(5, PAGE_QUERY)
    await flushPromises()
    expect(requestsTo(BUY)).toHaveLength(5)
    expect(store).toMatchObject({ state: { kind: 'unconfirmed', attempt: { total: '10.74' } } })
    await store.retry()
    expect(new Set(idempotencyKeys()).size).toBe(1)
    expect(store.state.kind).toBe('success')
  })

  it('about an existing order is resolved by loading the order, without paying again', async () => {
    server.on(BUY, orderResponse(awaitingBank)).on(PAY, { status: 503 }).on(ORDER, orderResponse(paid))
    const paying = store.start(newAttempt)
    await clock.wake(4)
    await paying
    expect(store.state.kind).toBe('unconfirmed')
    store = createPaymentStore()
    await store.resume(5, PAGE_QUERY)
    expect(requestsTo(BUY)).toHaveLength(1)
    expect(requestsTo(PAY)).toHaveLength(5)
    expect(store.state.kind).toBe('success')
  })
})

describe('a viewer who may no longer buy', () => {
  it.each([401, 403])('has no stored payment, even if the response reset the page: %i', async status => {
    server.on(BUY, refusedResponse(status, 'Unauthenticated.'))
    const paying = store.start(newAttempt)
    while (requestsTo(BUY).length === 0) await Promise.resolve()
    store.reset()
    await paying
    expect(requestsTo(BUY)).toHaveLength(1)
    expect(storedAttempt()).toBeNull()
  })

  it('keeps a payment that started before that response arrived', async () => {
    server.on(BUY, refusedResponse(403, 'Forbidden.'), new Error('gone'))
    const paying = store.start(newAttempt)
    while (requestsTo(BUY).length === 0) await Promise.resolve()
    store.reset()
    void store.start(() => newAttempt({ purchase: { type: 'package', id: 3 } }))
    await paying
    await flushPromises()
    expect(storedAttempt()).toMatchObject({ purchase: { id: 3 } })
  })
})

it('A declined card for one item keeps the stored payment of another', async () => {
  server.on(BUY, new Error('gone'))
  void store.start(newAttempt)
  await flushPromises()
  store = createPaymentStore()
  await store.start(() => Promise.reject(new CardError('Your card number is incomplete.')))
  store.dismiss()
  expect(storedAttempt()).toMatchObject({ purchase: { id: 12 } })
})
