import { describe, expect, it } from 'vitest'
import { anOrder } from './fakes'
import type { Order, Transaction } from './model'
import { isOnTrial, isPending, splitOrders, stateOf } from './orderState'

const createCharge = (changes: Partial<Transaction> = {}): Transaction => ({
  id: 1,
  kind: 'charge',
  status: 'paid',
  amount: '11.99',
  currency: 'USD',
  label: null,
  tax: [],
  created_at: '2026-11-02T10:00:00Z',
  receipt_url: null,
  ...changes,
})
const subscription = (changes: Partial<Order> = {}) =>
  anOrder(1, { type: 'subscription', auto_renewal: 'active', ...changes })

describe('the state of an order', () => {
  it.each<[string, Partial<Order>]>([
    ['pending', { status: 'created', activity_status: 'inactive' }],
    ['failed', { status: 'failed', activity_status: 'inactive' }],
    ['refunded', { status: 'refunded', activity_status: 'canceled' }],
    ['paid', {}],
    ['paid', { voucher_count: 5, activity_status: 'inactive' }],
    ['ended', { voucher_count: 5, activity_status: 'canceled' }],
    ['active', { type: 'subscription' }],
    ['inactive', { type: 'subscription', activity_status: 'inactive' }],
    ['expired', { activity_status: 'expired' }],
    ['ended', { activity_status: 'canceled' }],
  ])('is %s', (state, changes) => {
    expect(stateOf(anOrder(1, changes))).toBe(state)
  })

  it('separates active and pending orders from ended ones', () => {
    const orders = [
      anOrder(1),
      anOrder(2, { status: 'failed' }),
      anOrder(3, { status: 'created' }),
      anOrder(4, { activity_status: 'expired' }),
      anOrder(5, { activity_status: 'inactive', voucher_count: 1 }),
      anOrder(6, { activity_status: 'canceled', voucher_count: 1 }),
    ]
    const { present, past } = splitOrders(orders)
    expect([present.map(({ id }) => id), past.map(({ id }) => id)]).toEqual([
      [1, 3, 5],
      [2, 4, 6],
    ])
  })
})

describe('a trial', () => {
  it('lasts until the first charge', () => {
    expect(isOnTrial(subscription({ trial_days: 7 }))).toBe(true)
    expect(isOnTrial(subscription({ trial_days: 7, transactions: [createCharge({ amount: '0.00' })] }))).toBe(
      true,
    )
    expect(
      isOnTrial(subscription({ trial_days: 7, transactions: [createCharge({ status: 'failed' })] })),
    ).toBe(true)
    expect(isOnTrial(subscription({ trial_days: 7, transactions: [createCharge()] }))).toBe(false)
  })

  it('needs trial days, and ends with the order', () => {
    expect(isOnTrial(subscription())).toBe(false)
    expect(isOnTrial(subscription({ trial_days: 7, activity_status: 'expired' }))).toBe(false)
  })
})

it('an order is pending while its payment or renewal is processed, but not while it waits for the buyer', () => {
  expect(isPending(anOrder(1))).toBe(false)
  expect(isPending(anOrder(1, { status: 'created' }))).toBe(true)
  expect(isPending(subscription({ auto_renewal: 'processing' }))).toBe(true)
  const pending = { requires_action: true, client_secret: 'secret' }
  expect(isPending(anOrder(1, { status: 'created', payment: pending }))).toBe(false)
})
