import { beforeEach, describe, expect, it } from 'vitest'
import type { TelemetryEvent } from '@/shared/telemetry'
import { flushPromises } from '@/shared/testing/FakeClock'
import { anOrder } from './fakes'
import { billing, open as openCheckout, server, store } from './testing/checkoutStore'

let events: TelemetryEvent[]
const eventNames = (name: TelemetryEvent['name']) =>
  events.filter(event => event.name === name).map(({ payload: event }) => event)
const pay = async () => {
  await store.pay(null)
  await flushPromises()
}

/** Open the checkout with a query string and record its analytics events. */
async function open(search: string) {
  await openCheckout(search)
  events = []
  billing.shell.telemetry.listen(event => events.push(event))
}

describe('the checkout tracks', () => {
  beforeEach(() => open('?event_id=12&single_event_package_id=70'))

  it('its start, with the item', () => {
    const game = {
      type: 'event',
      id: 12,
      name: expect.any(String),
      price: expect.any(String),
      currency: 'USD',
    }
    expect(eventNames('checkout')).toEqual([{ items: [game] }])
  })

  it('a change of the selected item', () => {
    store.select('subscription 2')
    expect(eventNames('select')).toMatchObject([
      { list: 'checkout', items: [{ type: 'subscription', id: 2 }] },
    ])
  })

  it('a paid order, with its number and amount', async () => {
    const order = anOrder(9, { total: '8.74', promo_code: 'TIPOFF20' })
    server.on('/api/stripe/buy', { json: { data: order } })
    await pay()
    const { type, product, price } = order
    const item = { type, id: product.id, name: product.name, price, currency: 'USD' }
    expect(eventNames('purchase')).toEqual([
      { order: 9, value: '8.74', currency: 'USD', coupon: 'TIPOFF20', items: [item] },
    ])
  })

  it('no purchase for a failed order', async () => {
    server.on('/api/stripe/buy', { json: { data: anOrder(9, { status: 'failed' }) } })
    await pay()
    expect(store.payment.state.kind).toBe('failed')
    expect(eventNames('purchase')).toEqual([])
  })
})
