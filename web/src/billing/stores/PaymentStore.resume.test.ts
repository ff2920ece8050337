import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '@/shared/constants'
import { CardFault } from '../provider'
import {
  aPage,
  asked,
  asking,
  BUY,
  clock,
  created,
  kept,
  keys,
  ORDER,
  PAGE,
  PAY,
  paid,
  refused,
  server,
  time,
  told,
  wanted,
} from '../testing/payment'
import { settled } from '../testing/time'
import { MID_PAYMENT_MS } from './Attempt'
import type { PaymentStore } from './PaymentStore'

let store: PaymentStore

beforeEach(() => {
  store = aPage()
})

describe('a page that was reloaded in mid-payment', () => {
  it('goes on with the same order', async () => {
    server.on(BUY, told(created)).on(ORDER, told(created))
    void store.start(wanted)
    await settled()
    store = aPage()
    server.on(ORDER, told(created), told(paid))
    const going = store.resume(5, PAGE)
    await clock.tick()
    await going
    expect(asked(BUY)).toHaveLength(1)
    expect(store).toMatchObject({ state: 'success', order: paid })
  })

  it('asks with the same key where it never learned of an order', async () => {
    server.on(BUY, new Error('gone'))
    void store.start(wanted)
    await settled()
    time.now = MID_PAYMENT_MS - 1
    store = aPage()
    server.on(BUY, told(paid))
    await store.resume(5, PAGE)
    expect(new Set(keys()).size).toBe(1)
    expect(asked(BUY)[1]?.body).toEqual(asked(BUY)[0]?.body)
    expect(store.state).toBe('success')
  })

  it('sends nothing without a press some minutes after the last', async () => {
    server.on(BUY, new Error('gone'))
    void store.start(wanted)
    await settled()
    time.now = MID_PAYMENT_MS
    store = aPage()
    server.on(BUY, told(paid))
    await store.resume(5, PAGE)
    expect(asked(BUY)).toHaveLength(1)
    expect(store).toMatchObject({ state: 'error', lost: true, attempt: { total: '10.74' } })
    await store.retry()
    expect(new Set(keys()).size).toBe(1)
    expect(store.state).toBe('success')
  })

  it('still looks up what became of an order that there is, hours later', async () => {
    server.on(BUY, told(created)).on(ORDER, told(created))
    void store.start(wanted)
    await settled()
    time.now = 10 * HOUR_MS
    store = aPage()
    server.on(ORDER, told(paid))
    await store.resume(5, PAGE)
    expect(asked(BUY)).toHaveLength(1)
    expect(store.state).toBe('success')
  })

  it.each([
    ['without an order', new Error('gone')],
    ['with an order', told(created)],
  ])(
    'pays nothing by itself where another thing is opened, and keeps it for its own page: %s',
    async (_, answer) => {
      server.on(BUY, answer)
      void store.start(wanted)
      await settled()
      const before = server.asked.length
      store = aPage()
      await store.resume(5, '?event_id=13')
      expect(server.asked).toHaveLength(before)
      expect(store).toMatchObject({ state: 'idle', attempt: null })
      server.on(BUY, told(paid)).on(ORDER, told(paid))
      await store.resume(5, '?event_id=12&single_event_package_id=70')
      expect(store.state).toBe('success')
    },
  )

  it('finds a pass again that was chosen on the page of a game', async () => {
    const purchase = { type: 'package', id: 3 } as const
    server.on(BUY, new Error('gone'))
    void store.start(() => wanted({ purchase }))
    await settled()
    store = aPage()
    server.on(BUY, told(paid))
    await store.resume(5, PAGE)
    expect(store.state).toBe('success')
  })

  it('has nothing to go on with once the order was final', async () => {
    await store.start(wanted)
    store = aPage()
    await store.resume(5, PAGE)
    expect(store.state).toBe('idle')
  })

  it('does not go on with somebody else’s', async () => {
    server.on(BUY, told(created))
    void store.start(wanted)
    await settled()
    store = aPage()
    await store.resume(6, PAGE)
    expect(store.state).toBe('idle')
  })

  it('had nothing under way before the card was known', async () => {
    void store.start(() => new Promise(() => undefined))
    store = aPage()
    await store.resume(5, PAGE)
    expect(store.state).toBe('idle')
    expect(server.asked).toEqual([])
  })
})

describe('an answer that was lost', () => {
  it('is not asked for without a press by a page that is opened after the viewer was told', async () => {
    server.on(BUY, { status: 503 })
    const paying = store.start(wanted)
    await clock.tick(4)
    await paying
    store.reset()
    store = aPage()
    server.on(BUY, told(paid))
    await store.resume(5, PAGE)
    await settled()
    expect(asked(BUY)).toHaveLength(5)
    expect(store).toMatchObject({ state: 'error', lost: true, attempt: { total: '10.74' } })
    await store.retry()
    expect(new Set(keys()).size).toBe(1)
    expect(store).toMatchObject({ state: 'success', lost: false })
  })

  it('about an order that there is is looked up by the next page: nothing is sent for that', async () => {
    server.on(BUY, told(asking)).on(PAY, { status: 503 }).on(ORDER, told(paid))
    const paying = store.start(wanted)
    await clock.tick(4)
    await paying
    expect(store).toMatchObject({ state: 'error', lost: true })
    store = aPage()
    await store.resume(5, PAGE)
    expect(asked(BUY)).toHaveLength(1)
    expect(asked(PAY)).toHaveLength(5)
    expect(store.state).toBe('success')
  })
})

describe('a viewer who may not buy any more', () => {
  it.each([401, 403])('has nothing under way, also where that has reset the page: %i', async status => {
    server.on(BUY, refused(status, 'Unauthenticated.'))
    const paying = store.start(wanted)
    while (asked(BUY).length === 0) await Promise.resolve()
    store.reset()
    await paying
    expect(asked(BUY)).toHaveLength(1)
    expect(kept()).toBeNull()
  })

  it('does not lose what was begun before that answer came', async () => {
    server.on(BUY, refused(403, 'Forbidden.'), new Error('gone'))
    const paying = store.start(wanted)
    while (asked(BUY).length === 0) await Promise.resolve()
    store.reset()
    void store.start(() => wanted({ purchase: { type: 'package', id: 3 } }))
    await paying
    await settled()
    expect(kept()).toMatchObject({ purchase: { id: 3 } })
  })
})

it('A card that is refused for one thing leaves what is kept of another', async () => {
  server.on(BUY, new Error('gone'))
  void store.start(wanted)
  await settled()
  store = aPage()
  await store.start(() => Promise.reject(new CardFault('Your card number is incomplete.')))
  store.dismiss()
  expect(kept()).toMatchObject({ purchase: { id: 12 } })
})
