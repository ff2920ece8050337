import type { Order, Transaction } from './model'

/** One transaction of a viewer's ledger, with its order. */
export interface LedgerEntry {
  order: Order
  transaction: Transaction
}

/** Return the transactions of all orders, newest first. */
export function ledgerEntries(orders: readonly Order[]): LedgerEntry[] {
  const entries = orders.flatMap(order => order.transactions.map(transaction => ({ order, transaction })))
  return entries.toSorted(
    ({ transaction: a }, { transaction: b }) => b.created_at.localeCompare(a.created_at) || b.id - a.id,
  )
}

/** Return whether a transaction returns money to the viewer: a refund or a dispute. */
export const isMoneyBack = ({ kind }: Transaction): boolean => kind === 'refund' || kind === 'dispute'
