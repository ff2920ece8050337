import { beforeEach, describe, expect, it } from 'vitest'
import { listResponse } from '@/shared/testing/fakes'
import { aBuyableEvent, anOfferLine, anOrder, aPackage, offersResponse } from '../fakes'
import {
  BUY,
  billing,
  COUPON,
  discount,
  open,
  requestsTo,
  season,
  server,
  store,
  team,
  yearly,
} from '../testing/checkoutStore'

describe('a changed price', () => {
  const message = 'The price has changed. Check the new total and try again.'
  const changed = { status: 400, json: { code: 'errors.price_changed', message } }
  const dearer = { price: '12.74', base_price: '11.99' }

  beforeEach(() => {
    server
      .on('/api/packages', listResponse([{ ...season, price: '51.49' }, team]))
      .on('/api/subscriptions', listResponse([{ ...yearly, price: '99.99' }]))
      .on(BUY, changed, { json: { data: anOrder(9) } })
  })

  it('of a game is shown with a message, and paid with the next press', async () => {
    await open('?event_id=12')
    server.on('/api/events/12', { json: { data: aBuyableEvent(12, dearer) } })
    await store.pay(null)
    expect(store.payment).toMatchObject({
      state: { kind: 'refused', errorMessage: { code: 'errors.price_changed' } },
    })
    expect(store.total).toBe('12.74')
    await store.pay(null)
    expect(requestsTo(BUY).map(({ body }) => body?.total)).toEqual(['10.74', '12.74'])
    expect(store.payment.state.kind).toBe('success')
  })

  it('of a pass is requested from the server, bypassing the browser cache', async () => {
    await open('?package_id=3')
    await store.pay(null)
    expect(store.total).toBe('51.49')
    expect(requestsTo('/api/packages').map(({ cache }) => cache)).toEqual(['reload'])
    expect(requestsTo('/api/subscriptions').map(({ cache }) => cache)).toEqual(['reload'])
  })

  it('of one of several items keeps the selection, and updates the other prices too', async () => {
    await open('?event_id=12')
    store.select('package 3')
    await store.pay(null)
    expect(store.selection.item?.key).toBe('package 3')
    expect(store.selection.items.map(({ price }) => price)).toEqual(['10.74', '41.49', '51.49', '99.99'])
  })

  it('of an item outside the start-up data is updated too', async () => {
    server
      .on('/api/offers', offersResponse([anOfferLine({ id: 8 })]))
      .on('/api/packages/8', { json: { data: aPackage(8) } })
      .on('/api/packages', listResponse([aPackage(8, { price: '51.49' })]))
    await open('?package_id=8')
    await store.pay(null)
    expect(store.total).toBe('51.49')
  })

  it('has its discount calculated again', async () => {
    await open('?event_id=12')
    store.coupon.change('TIPOFF20')
    await store.applyCode()
    server
      .on('/api/events/12', { json: { data: aBuyableEvent(12, dearer) } })
      .on(COUPON, { json: { data: { ...discount, base_price: '11.99', discount: '2.40', total: '10.34' } } })
    await store.pay(null)
    expect(store.total).toBe('10.34')
    await store.pay(null)
    expect(requestsTo(BUY).map(({ body }) => [body?.promo_code, body?.total])).toEqual([
      ['TIPOFF20', '8.74'],
      ['TIPOFF20', '10.34'],
    ])
  })

  it('is detected by the renewal price if today’s charge is zero', async () => {
    const TRIAL = '/api/stripe/subscription/start_trial'
    server.on(TRIAL, changed, { json: { data: anOrder(9, { type: 'subscription', trial_days: 7 }) } })
    await open('?subscription_id=2')
    await store.pay(null)
    expect(store).toMatchObject({ total: '0.00', selection: { item: { price: '99.99' } } })
    await store.pay(null)
    expect(requestsTo(TRIAL).map(({ body }) => body?.renewal)).toEqual(['89.99', '99.99'])
    store.payment.dismiss()
    store.selection.setTrial(false)
    await store.pay(null)
    expect(requestsTo(BUY)[0]?.body).toMatchObject({ total: '99.99', renewal: '99.99' })
  })

  it('that does not load stays as it was, and is requested with the next press', async () => {
    await open('?package_id=3')
    server
      .on('/api/packages', { status: 502 }, listResponse([{ ...season, price: '51.49' }]))
      .on(BUY, changed)
    await store.pay(null)
    expect(store.payment).toMatchObject({
      state: { kind: 'refused', errorMessage: { code: 'errors.price_changed' } },
    })
    expect(store.total).toBe('41.49')
    await store.pay(null)
    expect(store.total).toBe('51.49')
  })

  it('is discarded when the store is reset', async () => {
    await open('?package_id=3')
    await store.pay(null)
    billing.reset()
    await store.open('?package_id=3')
    expect(store.total).toBe('41.49')
  })
})
