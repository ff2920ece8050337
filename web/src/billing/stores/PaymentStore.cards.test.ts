import { beforeEach, describe, expect, it } from 'vitest'
import { flushPromises } from '@/shared/testing/FakeClock'
import {
  awaitingBank,
  BUY,
  confirmWithBank,
  created,
  createPaymentStore,
  newAttempt,
  ORDER,
  orderResponse,
  PAY,
  paid,
  paidOrders,
  refusedResponse,
  requestsTo,
  server,
  storedAttempt,
} from '../testing/paymentStore'
import type { NewPaymentAttempt } from './PaymentAttempts'
import type { PaymentStore } from './PaymentStore'

const failed = { ...created, status: 'failed' as const, failure_message: 'Your card was declined.' }
const withCard = (changes: Partial<NewPaymentAttempt> = {}) =>
  newAttempt({ payment_method: 'pm_2', ...changes })
let store: PaymentStore

/** The first card waits for its bank, and the viewer returns to the form. */
beforeEach(async () => {
  store = createPaymentStore()
  confirmWithBank.mockReturnValue(new Promise(() => undefined))
  server.on(BUY, orderResponse(awaitingBank)).on(PAY, orderResponse(paid))
  void store.start(newAttempt)
  await flushPromises()
  expect(store.state.kind).toBe('action')
  store.changeCard()
})

describe('another card for an order that waits for the bank', () => {
  it('pays the same order', async () => {
    expect(store.state).toEqual({ kind: 'idle' })
    await store.start(withCard)
    expect(requestsTo(BUY)).toHaveLength(1)
    expect(requestsTo(PAY)).toMatchObject([{ body: { payment_method: 'pm_2' } }])
    expect(store).toMatchObject({ state: { kind: 'success', order: paid } })
    expect(paidOrders).toEqual([9])
    expect(storedAttempt()).toBeNull()
  })

  it('may need a confirmation from its own bank', async () => {
    const awaitingSecondBank = {
      ...awaitingBank,
      payment: { requires_action: true, client_secret: 'pi_2_secret_3' },
    }
    server.on(PAY, orderResponse(awaitingSecondBank), orderResponse(paid))
    confirmWithBank.mockResolvedValue()
    await store.start(withCard)
    expect(confirmWithBank).toHaveBeenLastCalledWith('pi_2_secret_3')
    expect(requestsTo(PAY).map(({ body }) => body?.payment_method)).toEqual(['pm_2', undefined])
    expect(store.state.kind).toBe('success')
  })

  it('that is declined fails the order, and the next payment is a new order', async () => {
    server.on(PAY, orderResponse(failed))
    await store.start(withCard)
    expect(store).toMatchObject({
      state: { kind: 'failed', order: { failure_message: 'Your card was declined.' } },
    })
    store.dismiss()
    server.on(BUY, orderResponse(paid))
    await store.start(withCard)
    expect(requestsTo(BUY)).toHaveLength(2)
  })

  it('that the server rejects leaves the order open for another card', async () => {
    server.on(PAY, refusedResponse(400, 'This card cannot be used.'), orderResponse(paid))
    await store.start(withCard)
    expect(store).toMatchObject({
      state: { kind: 'refused', errorMessage: { text: 'This card cannot be used.' } },
    })
    await store.start(() => withCard({ payment_method: 'pm_3' }))
    expect(requestsTo(PAY).map(({ body }) => body?.payment_method)).toEqual(['pm_2', 'pm_3'])
    expect(requestsTo(BUY)).toHaveLength(1)
  })

  it('starts a new order if the old one no longer exists', async () => {
    server.on(PAY, refusedResponse(404, 'Not found.'))
    await store.start(withCard)
    expect(storedAttempt()).toBeNull()
    server.on(BUY, orderResponse(paid))
    await store.start(withCard)
    expect(store.state.kind).toBe('success')
  })

  it.each<[string, Partial<NewPaymentAttempt>]>([
    ['another item', { purchase: { type: 'package', id: 3 } }],
    ['another amount', { total: '8.00', promo_code: 'TIPOFF20' }],
    ['a team', { purchase: { type: 'event', id: 12, single_event_package_id: 70, participant_id: 2 } }],
  ])('starts a new order if it pays for %s', async (_, changes) => {
    server.on(BUY, orderResponse(paid))
    await store.start(() => withCard(changes))
    expect(requestsTo(PAY)).toHaveLength(0)
    expect(requestsTo(BUY)).toHaveLength(2)
  })

  it('is sent again if the page was reloaded before the response', async () => {
    server.on(PAY, new Error('gone'))
    void store.start(withCard)
    await flushPromises()
    store.reset()
    server.on(PAY, orderResponse(paid)).on(ORDER, orderResponse(awaitingBank))
    store = createPaymentStore()
    await store.resume(5, '?event_id=12')
    expect(requestsTo(PAY).at(-1)?.body).toMatchObject({ payment_method: 'pm_2' })
    expect(store.state.kind).toBe('success')
  })
})
