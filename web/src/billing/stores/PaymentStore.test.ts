import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BillingApi } from '../api'
import { aBilling, anOrder } from '../fakes'
import { CardFault } from '../provider'
import {
  aPage,
  asked,
  asking,
  BUY,
  bought,
  clock,
  confirm,
  created,
  kept,
  keys,
  ORDER,
  PAY,
  paid,
  refused,
  reprice,
  server,
  told,
  wanted,
} from '../testing/payment'
import { settled } from '../testing/time'
import type { Press } from './Attempt'
import type { PaymentStore } from './PaymentStore'

const TRIAL = '/api/stripe/subscription/start_trial'
const failed = { ...created, status: 'failed' as const, failure_message: 'Your card was declined.' }

let store: PaymentStore

beforeEach(() => {
  store = aPage()
})

describe('a payment', () => {
  it('is sent with what is bought and a key of its own, and is done when the order is paid', async () => {
    await store.start(wanted)
    expect(asked(BUY)).toMatchObject([
      {
        body: { type: 'event', id: 12, single_event_package_id: 70, payment_method: 'pm_1', total: '10.74' },
      },
    ])
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(store).toMatchObject({ state: 'success', order: paid })
    expect(bought).toEqual([9])
  })

  it('is one call, however often Pay is pressed', async () => {
    const prepare = vi.fn(wanted)
    await Promise.all([store.start(prepare), store.start(prepare)])
    expect(prepare).toHaveBeenCalledTimes(1)
    expect(asked(BUY)).toHaveLength(1)
  })

  it('has another key when it is another one', async () => {
    await store.start(wanted)
    store.dismiss()
    await store.start(wanted)
    expect(new Set(keys()).size).toBe(2)
  })

  it('of a trial is another call, with the key as well', async () => {
    server.on(TRIAL, told(anOrder(9, { type: 'subscription', total: '0.00', trial_days: 7 })))
    const purchase = { type: 'subscription', id: 2 } as const
    await store.start(() => wanted({ purchase, trial: true, total: '0.00', renewal: '89.99' }))
    expect(asked(TRIAL)).toMatchObject([
      { body: { subscription_id: 2, payment_method: 'pm_1', renewal: '89.99' } },
    ])
    expect(asked(TRIAL)[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/)
    expect(store.state).toBe('success')
  })

  it('that failed says why, and the next one is a new order', async () => {
    server.on(BUY, told(failed), told(paid))
    await store.start(wanted)
    expect(store).toMatchObject({ state: 'error', order: { failure_message: 'Your card was declined.' } })
    expect(bought).toEqual([])
    store.dismiss()
    expect(store).toMatchObject({ state: 'idle', order: null })
    await store.start(wanted)
    expect(new Set(keys()).size).toBe(2)
  })

  it('that the server refuses leads back to the form with its sentence', async () => {
    server.on(BUY, refused(400, 'You already bought this event.'))
    await store.start(wanted)
    expect(store).toMatchObject({ state: 'idle', refusal: 'You already bought this event.', attempt: null })
    expect(kept()).toBeNull()
  })

  describe('whose price has changed', () => {
    const changed = {
      status: 400,
      json: { code: 'errors.price_changed', message: 'The price has changed. Please look at it once more.' },
    }

    it('has that looked up before the sentence is said, and is forgotten', async () => {
      server.on(BUY, changed)
      reprice.mockImplementation(async () => {
        expect(store).toMatchObject({ state: 'processing', refusal: null })
        expect(kept()).toBeNull()
      })
      await store.start(wanted)
      expect(reprice).toHaveBeenCalledTimes(1)
      expect(store).toMatchObject({ state: 'idle', refusal: changed.json.message, attempt: null })
    })

    it('is another one the next time, at the new price', async () => {
      server.on(BUY, changed, told(paid))
      await store.start(wanted)
      await store.start(() => wanted({ total: '12.74' }))
      expect(asked(BUY).map(({ body }) => body?.total)).toEqual(['10.74', '12.74'])
      expect(new Set(keys()).size).toBe(2)
      expect(store.state).toBe('success')
    })

    it('says nothing to somebody who has left meanwhile', async () => {
      server.on(BUY, changed)
      reprice.mockImplementation(async () => store.reset())
      await store.start(wanted)
      expect(store).toMatchObject({ state: 'idle', refusal: null })
    })

    it('is not looked up for any other refusal', async () => {
      server.on(BUY, refused(400, 'Wrong promo code'))
      await store.start(wanted)
      expect(reprice).not.toHaveBeenCalled()
    })
  })

  it('that the provider cannot take at the moment says so', async () => {
    const away = 'The payment service does not answer. Please try again in a few minutes.'
    server.on('/api/stripe/setup-intent', refused(503, away))
    const { api } = aBilling(server).shell
    await store.start(async () => ({
      ...(await wanted()),
      payment_method: await new BillingApi(api).setupIntent(),
    }))
    expect(store).toMatchObject({ state: 'idle', refusal: away })
  })

  it('whose card the provider refuses says so in the provider’s words', async () => {
    await store.start(() => Promise.reject(new CardFault('Your card number is incomplete.')))
    expect(store).toMatchObject({ state: 'idle', refusal: 'Your card number is incomplete.' })
    expect(server.asked).toEqual([])
  })
})

describe('an order that is not decided yet', () => {
  beforeEach(() => server.on(BUY, told(created)).on(ORDER, told(created), told(created), told(paid)))

  it('is read every 2 s until it is, and is pending from the second reading on', async () => {
    const paying = store.start(wanted)
    await clock.tick()
    expect(store).toMatchObject({ state: 'processing', pending: false })
    await clock.tick()
    expect(store).toMatchObject({ state: 'processing', pending: true })
    await clock.tick()
    await paying
    expect(store).toMatchObject({ state: 'success', pending: false })
    expect(clock.waits).toEqual([2000, 2000, 2000])
    expect(bought).toEqual([9])
  })

  it('is read on where one reading got no answer', async () => {
    server.on(ORDER, new Error('offline'), { status: 502 }, told(failed))
    const paying = store.start(wanted)
    await clock.tick(3)
    await paying
    expect(store).toMatchObject({ state: 'error', order: { status: 'failed' }, lost: false })
  })

  it('is not read any more by a page that was left', async () => {
    const paying = store.start(wanted)
    await clock.tick()
    store.reset()
    await clock.tick(2)
    await paying
    expect(asked(ORDER)).toHaveLength(1)
    expect(store.state).toBe('idle')
  })
})

describe('a bank that wants to hear from the viewer', () => {
  it('is asked with the secret, and then the server is told', async () => {
    let answer: () => void = () => undefined
    confirm.mockReturnValue(new Promise(resolve => (answer = resolve)))
    server.on(BUY, told(asking)).on(PAY, told(paid))
    const paying = store.start(wanted)
    await settled()
    expect(confirm).toHaveBeenCalledWith('pi_1_secret_2')
    expect(store.state).toBe('action')
    expect(asked(PAY)).toHaveLength(0)
    answer()
    await paying
    expect(asked(PAY)).toHaveLength(1)
    expect(store.state).toBe('success')
  })

  it('may say no', async () => {
    server.on(BUY, told(asking)).on(PAY, told(failed))
    await store.start(wanted)
    expect(store).toMatchObject({ state: 'error', order: { failure_message: 'Your card was declined.' } })
  })

  it('waits for another press where nobody answered, and is asked about the same order', async () => {
    server.on(BUY, told(asking)).on(PAY, told(asking), told(paid)).on(ORDER, told(asking))
    await store.start(wanted)
    expect(store.state).toBe('action')
    expect(confirm).toHaveBeenCalledTimes(1)
    await store.retry()
    expect(confirm).toHaveBeenCalledTimes(2)
    expect(asked(BUY)).toHaveLength(1)
    expect(store.state).toBe('success')
  })

  it('may come only after a while', async () => {
    server.on(BUY, told(created)).on(ORDER, told(asking)).on(PAY, told(paid))
    const paying = store.start(wanted)
    await clock.tick()
    await paying
    expect(confirm).toHaveBeenCalledTimes(1)
    expect(store.state).toBe('success')
  })
})

describe('an answer that was lost', () => {
  it('is asked for again under the same key', async () => {
    server.on(BUY, new Error('offline'), { status: 503 }, told(paid))
    const paying = store.start(wanted)
    await clock.tick(2)
    await paying
    expect(asked(BUY)).toHaveLength(3)
    expect(new Set(keys()).size).toBe(1)
    expect(store.state).toBe('success')
  })

  it('is told after five questions, and asked for again when the viewer wants it', async () => {
    server.on(BUY, new Error('offline'))
    const paying = store.start(wanted)
    await clock.tick(4)
    await paying
    expect(asked(BUY)).toHaveLength(5)
    expect(store).toMatchObject({ state: 'error', lost: true })
    server.on(BUY, told(paid))
    await store.retry()
    expect(new Set(keys()).size).toBe(1)
    expect(store).toMatchObject({ state: 'success', lost: false })
  })

  it('is waited for as long as the same order is being paid', async () => {
    const busy = refused(409, 'The same request is still being worked on.')
    server.on(BUY, busy, busy, busy, busy, busy, busy, told(paid))
    const paying = store.start(wanted)
    await clock.tick(6)
    await paying
    expect(store.state).toBe('success')
  })
})

it('A page that was left while the card was kept pays nothing', async () => {
  let give: (attempt: Press) => void = () => undefined
  const paying = store.start(() => new Promise(resolve => (give = resolve)))
  store.reset()
  give(await wanted())
  await paying
  expect(server.asked).toEqual([])
  expect(store.state).toBe('idle')
})

describe('another language', () => {
  const inFrench = { ...paid, product: { ...paid.product, name: 'Tout le hockey' } }

  it('tells an order that was paid in its words, and leaves it where they do not come', async () => {
    await store.start(wanted)
    server.on(ORDER, { status: 503 })
    await store.languageChanged()
    expect(store).toMatchObject({ state: 'success', order: paid })
    server.on(ORDER, told(inFrench))
    await store.languageChanged()
    expect(store).toMatchObject({ state: 'success', order: inFrench })
  })

  it('brings nothing back to a page that was left meanwhile', async () => {
    await store.start(wanted)
    server.on(ORDER, told(inFrench))
    const telling = store.languageChanged()
    store.reset()
    await telling
    expect(store).toMatchObject({ state: 'idle', order: null })
  })

  it('asks for nothing where nothing was ordered', async () => {
    await store.languageChanged()
    expect(server.asked).toEqual([])
  })
})
