import { expect, it } from 'vitest'
import { anOrder } from './fakes'
import { isMoneyBack, ledgerEntries } from './ledger'
import type { Transaction } from './model'

const createTransaction = (id: number, day: number, kind: Transaction['kind'] = 'charge'): Transaction => ({
  id,
  kind,
  status: 'paid',
  amount: '9.99',
  currency: 'USD',
  label: null,
  tax: [],
  created_at: `2026-11-${String(day).padStart(2, '0')}T10:00:00Z`,
  receipt_url: null,
})

it('The transactions of all orders appear together, newest first', () => {
  const orders = [
    anOrder(1, { transactions: [createTransaction(1, 2), createTransaction(2, 20)] }),
    anOrder(2, { transactions: [createTransaction(3, 9), createTransaction(4, 9)] }),
  ]
  expect(ledgerEntries(orders).map(({ order, transaction }) => [order.id, transaction.id])).toEqual([
    [1, 2],
    [2, 4],
    [2, 3],
    [1, 1],
  ])
})

it('A refund or lost dispute is money back, and a charge or won dispute is not', () => {
  const back = (['charge', 'refund', 'dispute', 'dispute_won'] as const).map(kind =>
    isMoneyBack(createTransaction(1, 1, kind)),
  )
  expect(back).toEqual([false, true, true, false])
})
