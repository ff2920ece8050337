import { beforeEach, describe, expect, it } from 'vitest'
import {
  aPage,
  asked,
  asking,
  BUY,
  bought,
  confirm,
  created,
  kept,
  ORDER,
  PAY,
  paid,
  refused,
  server,
  told,
  wanted,
} from '../testing/payment'
import { settled } from '../testing/time'
import type { Press } from './Attempt'
import type { PaymentStore } from './PaymentStore'

const failed = { ...created, status: 'failed' as const, failure_message: 'Your card was declined.' }
const withCard = (changes: Partial<Press> = {}) => wanted({ payment_method: 'pm_2', ...changes })
let store: PaymentStore

/** The bank of the first card is asked, and the viewer goes back to the form. */
beforeEach(async () => {
  store = aPage()
  confirm.mockReturnValue(new Promise(() => undefined))
  server.on(BUY, told(asking)).on(PAY, told(paid))
  void store.start(wanted)
  await settled()
  expect(store.state).toBe('action')
  store.changeCard()
})

describe('another card for an order that waits for the bank', () => {
  it('pays that order: there is no second one', async () => {
    expect(store).toMatchObject({ state: 'idle', order: null })
    await store.start(withCard)
    expect(asked(BUY)).toHaveLength(1)
    expect(asked(PAY)).toMatchObject([{ body: { payment_method: 'pm_2' } }])
    expect(store).toMatchObject({ state: 'success', order: paid })
    expect(bought).toEqual([9])
    expect(kept()).toBeNull()
  })

  it('may ask its own bank', async () => {
    const again = { ...asking, payment: { requires_action: true, client_secret: 'pi_2_secret_3' } }
    server.on(PAY, told(again), told(paid))
    confirm.mockResolvedValue()
    await store.start(withCard)
    expect(confirm).toHaveBeenLastCalledWith('pi_2_secret_3')
    expect(asked(PAY).map(({ body }) => body?.payment_method)).toEqual(['pm_2', undefined])
    expect(store.state).toBe('success')
  })

  it('that is declined fails the order, and the next press is another one', async () => {
    server.on(PAY, told(failed))
    await store.start(withCard)
    expect(store).toMatchObject({ state: 'error', order: { failure_message: 'Your card was declined.' } })
    store.dismiss()
    server.on(BUY, told(paid))
    await store.start(withCard)
    expect(asked(BUY)).toHaveLength(2)
  })

  it('that the server refuses leaves the order to a third card', async () => {
    server.on(PAY, refused(400, 'This card cannot be used.'), told(paid))
    await store.start(withCard)
    expect(store).toMatchObject({ state: 'idle', refusal: 'This card cannot be used.' })
    await store.start(() => withCard({ payment_method: 'pm_3' }))
    expect(asked(PAY).map(({ body }) => body?.payment_method)).toEqual(['pm_2', 'pm_3'])
    expect(asked(BUY)).toHaveLength(1)
  })

  it('whose order is gone begins anew with the next press', async () => {
    server.on(PAY, refused(404, 'Not found.'))
    await store.start(withCard)
    expect(kept()).toBeNull()
    server.on(BUY, told(paid))
    await store.start(withCard)
    expect(store.state).toBe('success')
  })

  it.each<[string, Partial<Press>]>([
    ['something else', { purchase: { type: 'package', id: 3 } }],
    ['another sum', { total: '8.00', promo_code: 'TIPOFF20' }],
    ['a team', { purchase: { type: 'event', id: 12, single_event_package_id: 70, participant_id: 2 } }],
  ])('is a new purchase where it pays for %s', async (_, changes) => {
    server.on(BUY, told(paid))
    await store.start(() => withCard(changes))
    expect(asked(PAY)).toHaveLength(0)
    expect(asked(BUY)).toHaveLength(2)
  })

  it('is sent again by a page that is loaded before the answer came', async () => {
    server.on(PAY, new Error('gone'))
    void store.start(withCard)
    await settled()
    store.reset()
    server.on(PAY, told(paid)).on(ORDER, told(asking))
    store = aPage()
    await store.resume(5, '?event_id=12')
    expect(asked(PAY).at(-1)?.body).toMatchObject({ payment_method: 'pm_2' })
    expect(store.state).toBe('success')
  })
})
