import { beforeEach, describe, expect, it } from 'vitest'
import type { Fact } from '@/shared/telling'
import { anOrder } from './fakes'
import { billing, open as openCheckout, server, store } from './testing/till'
import { settled } from './testing/time'

let heard: Fact[]
const told = (name: Fact['name']) => heard.filter(fact => fact.name === name).map(({ fact }) => fact)
const pay = async () => {
  await store.pay(null)
  await settled()
}

/** Opens the checkout at an address, and hears what it tells. */
async function open(search: string) {
  await openCheckout(search)
  heard = []
  billing.shell.telling.listen(fact => heard.push(fact))
}

describe('a purchase tells whoever counts', () => {
  beforeEach(() => open('?event_id=12&single_event_package_id=70'))

  it('that it is begun, with what is bought', () => {
    const game = {
      type: 'event',
      id: 12,
      name: expect.any(String),
      price: expect.any(String),
      currency: 'USD',
    }
    expect(told('checkout')).toEqual([{ items: [game] }])
  })

  it('that something else is chosen', () => {
    store.choose('subscription 2')
    expect(told('select')).toMatchObject([{ list: 'checkout', items: [{ type: 'subscription', id: 2 }] }])
  })

  it('that an order is paid, under the server’s number and with what was charged', async () => {
    const order = anOrder(9, { total: '8.74', promo_code: 'TIPOFF20' })
    server.on('/api/stripe/buy', { json: { data: order } })
    await pay()
    const { type, product, price } = order
    const item = { type, id: product.id, name: product.name, price, currency: 'USD' }
    expect(told('purchase')).toEqual([
      { order: 9, value: '8.74', currency: 'USD', coupon: 'TIPOFF20', items: [item] },
    ])
  })

  it('nothing of an order that failed', async () => {
    server.on('/api/stripe/buy', { json: { data: anOrder(9, { status: 'failed' }) } })
    await pay()
    expect(store.payment.state).toBe('error')
    expect(told('purchase')).toEqual([])
  })
})
