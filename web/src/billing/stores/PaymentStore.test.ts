import { beforeEach, describe, expect, it, vi } from 'vitest'
import { flushPromises } from '@/shared/testing/FakeClock'
import { BillingApi } from '../api'
import { CardError } from '../cardInput'
import { anOrder, createBillingStore } from '../fakes'
import {
  awaitingBank,
  BUY,
  clock,
  confirmWithBank,
  created,
  createPaymentStore,
  idempotencyKeys,
  newAttempt,
  ORDER,
  orderResponse,
  PAY,
  paid,
  paidOrders,
  refusedResponse,
  reprice,
  requestsTo,
  server,
  storedAttempt,
} from '../testing/paymentStore'
import type { NewPaymentAttempt } from './PaymentAttempts'
import type { PaymentStore } from './PaymentStore'

const TRIAL = '/api/stripe/subscription/start_trial'
const failed = { ...created, status: 'failed' as const, failure_message: 'Your card was declined.' }

let store: PaymentStore

beforeEach(() => {
  store = createPaymentStore()
})

describe('a payment', () => {
  it('is sent with its item and an idempotency key, and ends when the order is paid', async () => {
    await store.start(newAttempt)
    expect(requestsTo(BUY)).toMatchObject([
      {
        body: { type: 'event', id: 12, single_event_package_id: 70, payment_method: 'pm_1', total: '10.74' },
      },
    ])
    expect(idempotencyKeys()[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(store).toMatchObject({ state: { kind: 'success', order: paid } })
    expect(paidOrders).toEqual([9])
  })

  it('is one request, however often Pay is pressed', async () => {
    const prepare = vi.fn(newAttempt)
    await Promise.all([store.start(prepare), store.start(prepare)])
    expect(prepare).toHaveBeenCalledTimes(1)
    expect(requestsTo(BUY)).toHaveLength(1)
  })

  it('has a new key each time', async () => {
    await store.start(newAttempt)
    store.dismiss()
    await store.start(newAttempt)
    expect(new Set(idempotencyKeys()).size).toBe(2)
  })

  it('of a trial uses its own endpoint, also with a key', async () => {
    server.on(TRIAL, orderResponse(anOrder(9, { type: 'subscription', total: '0.00', trial_days: 7 })))
    const purchase = { type: 'subscription', id: 2 } as const
    await store.start(() => newAttempt({ purchase, trial: true, total: '0.00', renewal: '89.99' }))
    expect(requestsTo(TRIAL)).toMatchObject([
      { body: { subscription_id: 2, payment_method: 'pm_1', renewal: '89.99' } },
    ])
    expect(requestsTo(TRIAL)[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/)
    expect(store.state.kind).toBe('success')
  })

  it('that failed shows the reason, and the next one is a new order', async () => {
    server.on(BUY, orderResponse(failed), orderResponse(paid))
    await store.start(newAttempt)
    expect(store).toMatchObject({
      state: { kind: 'failed', order: { failure_message: 'Your card was declined.' } },
    })
    expect(paidOrders).toEqual([])
    store.dismiss()
    expect(store.state).toEqual({ kind: 'idle' })
    await store.start(newAttempt)
    expect(new Set(idempotencyKeys()).size).toBe(2)
  })

  it('that the server rejects returns to the form with a message', async () => {
    server.on(BUY, refusedResponse(400, 'You already bought this event.'))
    await store.start(newAttempt)
    expect(store).toMatchObject({
      state: { kind: 'refused', errorMessage: { text: 'You already bought this event.' } },
    })
    expect(storedAttempt()).toBeNull()
  })

  describe('with a changed price', () => {
    const changed = {
      status: 400,
      json: {
        code: 'errors.price_changed',
        message: 'The price has changed. Check the new total and try again.',
      },
    }

    it('is forgotten, and reloads prices before it shows the message', async () => {
      server.on(BUY, changed)
      reprice.mockImplementation(async () => {
        expect(store).toMatchObject({ state: { kind: 'processing' } })
        expect(storedAttempt()).toBeNull()
      })
      await store.start(newAttempt)
      expect(reprice).toHaveBeenCalledTimes(1)
      expect(store).toMatchObject({
        state: { kind: 'refused', errorMessage: { code: 'errors.price_changed' } },
      })
    })

    it('is sent as a new payment with the new price', async () => {
      server.on(BUY, changed, orderResponse(paid))
      await store.start(newAttempt)
      await store.start(() => newAttempt({ total: '12.74' }))
      expect(requestsTo(BUY).map(({ body }) => body?.total)).toEqual(['10.74', '12.74'])
      expect(new Set(idempotencyKeys()).size).toBe(2)
      expect(store.state.kind).toBe('success')
    })

    it('shows no message after the viewer has left', async () => {
      server.on(BUY, changed)
      reprice.mockImplementation(async () => store.reset())
      await store.start(newAttempt)
      expect(store.state).toEqual({ kind: 'idle' })
    })

    it('reloads prices only for that error', async () => {
      server.on(BUY, refusedResponse(400, 'Wrong promo code'))
      await store.start(newAttempt)
      expect(reprice).not.toHaveBeenCalled()
    })
  })

  it('shows that the provider is unavailable', async () => {
    const unavailable = 'The payment service is not responding. Please try again in a few minutes.'
    server.on('/api/stripe/setup-intent', refusedResponse(503, unavailable))
    const { api } = createBillingStore(server).shell
    await store.start(async () => ({
      ...(await newAttempt()),
      payment_method: await new BillingApi(api).setupIntent(),
    }))
    expect(store).toMatchObject({ state: { kind: 'refused', errorMessage: { text: unavailable } } })
  })

  it('shows the provider’s message if the card is declined', async () => {
    await store.start(() => Promise.reject(new CardError('Your card number is incomplete.')))
    expect(store).toMatchObject({
      state: { kind: 'refused', errorMessage: { text: 'Your card number is incomplete.' } },
    })
    expect(server.requests).toEqual([])
  })
})

describe('an undecided order', () => {
  beforeEach(() =>
    server
      .on(BUY, orderResponse(created))
      .on(ORDER, orderResponse(created), orderResponse(created), orderResponse(paid)),
  )

  it('is polled every 2 s, and is marked as pending from the second poll on', async () => {
    const paying = store.start(newAttempt)
    await clock.wake()
    expect(store).toMatchObject({ state: { kind: 'processing', isPending: false } })
    await clock.wake()
    expect(store).toMatchObject({ state: { kind: 'processing', isPending: true } })
    await clock.wake()
    await paying
    expect(store.state.kind).toBe('success')
    expect(clock.sleepDurations).toEqual([2000, 2000, 2000])
    expect(paidOrders).toEqual([9])
  })

  it('is polled again if a request fails', async () => {
    server.on(ORDER, new Error('offline'), { status: 502 }, orderResponse(failed))
    const paying = store.start(newAttempt)
    await clock.wake(3)
    await paying
    expect(store).toMatchObject({ state: { kind: 'failed', order: { status: 'failed' } } })
  })

  it('is no longer polled once the viewer has left', async () => {
    const paying = store.start(newAttempt)
    await clock.wake()
    store.reset()
    await clock.wake(2)
    await paying
    expect(requestsTo(ORDER)).toHaveLength(1)
    expect(store.state.kind).toBe('idle')
  })
})

describe('a bank confirmation', () => {
  it('receives the payment secret, and then the server is notified', async () => {
    let answer: () => void = () => undefined
    confirmWithBank.mockReturnValue(new Promise(resolve => (answer = resolve)))
    server.on(BUY, orderResponse(awaitingBank)).on(PAY, orderResponse(paid))
    const paying = store.start(newAttempt)
    await flushPromises()
    expect(confirmWithBank).toHaveBeenCalledWith('pi_1_secret_2')
    expect(store.state.kind).toBe('action')
    expect(requestsTo(PAY)).toHaveLength(0)
    answer()
    await paying
    expect(requestsTo(PAY)).toHaveLength(1)
    expect(store.state.kind).toBe('success')
  })

  it('may be declined', async () => {
    server.on(BUY, orderResponse(awaitingBank)).on(PAY, orderResponse(failed))
    await store.start(newAttempt)
    expect(store).toMatchObject({
      state: { kind: 'failed', order: { failure_message: 'Your card was declined.' } },
    })
  })

  it('without an answer can be retried for the same order', async () => {
    server
      .on(BUY, orderResponse(awaitingBank))
      .on(PAY, orderResponse(awaitingBank), orderResponse(paid))
      .on(ORDER, orderResponse(awaitingBank))
    await store.start(newAttempt)
    expect(store.state.kind).toBe('action')
    expect(confirmWithBank).toHaveBeenCalledTimes(1)
    await store.retry()
    expect(confirmWithBank).toHaveBeenCalledTimes(2)
    expect(requestsTo(BUY)).toHaveLength(1)
    expect(store.state.kind).toBe('success')
  })

  it('may be required only after a while', async () => {
    server.on(BUY, orderResponse(created)).on(ORDER, orderResponse(awaitingBank)).on(PAY, orderResponse(paid))
    const paying = store.start(newAttempt)
    await clock.wake()
    await paying
    expect(confirmWithBank).toHaveBeenCalledTimes(1)
    expect(store.state.kind).toBe('success')
  })
})

describe('a lost response', () => {
  it('is requested again with the same key', async () => {
    server.on(BUY, new Error('offline'), { status: 503 }, orderResponse(paid))
    const paying = store.start(newAttempt)
    await clock.wake(2)
    await paying
    expect(requestsTo(BUY)).toHaveLength(3)
    expect(new Set(idempotencyKeys()).size).toBe(1)
    expect(store.state.kind).toBe('success')
  })

  it('shows a message after five requests, and is requested again when the viewer retries', async () => {
    server.on(BUY, new Error('offline'))
    const paying = store.start(newAttempt)
    await clock.wake(4)
    await paying
    expect(requestsTo(BUY)).toHaveLength(5)
    expect(store.state.kind).toBe('unconfirmed')
    server.on(BUY, orderResponse(paid))
    await store.retry()
    expect(new Set(idempotencyKeys()).size).toBe(1)
    expect(store.state.kind).toBe('success')
  })

  it('is retried as long as the same order is being processed', async () => {
    const busy = refusedResponse(409, 'The same request is still being worked on.')
    server.on(BUY, busy, busy, busy, busy, busy, busy, orderResponse(paid))
    const paying = store.start(newAttempt)
    await clock.wake(6)
    await paying
    expect(store.state.kind).toBe('success')
  })
})

it('A payment that is left while its card is being saved is not sent', async () => {
  let resolveAttempt: (attempt: NewPaymentAttempt) => void = () => undefined
  const paying = store.start(() => new Promise(resolve => (resolveAttempt = resolve)))
  store.reset()
  resolveAttempt(await newAttempt())
  await paying
  expect(server.requests).toEqual([])
  expect(store.state.kind).toBe('idle')
})

describe('a change of language', () => {
  const frenchOrder = { ...paid, product: { ...paid.product, name: 'Tout le hockey' } }

  it('reloads the paid order, and keeps it if that fails', async () => {
    await store.start(newAttempt)
    server.on(ORDER, { status: 503 })
    await store.languageChanged()
    expect(store).toMatchObject({ state: { kind: 'success', order: paid } })
    server.on(ORDER, orderResponse(frenchOrder))
    await store.languageChanged()
    expect(store).toMatchObject({ state: { kind: 'success', order: frenchOrder } })
  })

  it('does not bring a payment back after the viewer has left', async () => {
    await store.start(newAttempt)
    server.on(ORDER, orderResponse(frenchOrder))
    const change = store.languageChanged()
    store.reset()
    await change
    expect(store.state).toEqual({ kind: 'idle' })
  })

  it('requests nothing without an order', async () => {
    await store.languageChanged()
    expect(server.requests).toEqual([])
  })
})
