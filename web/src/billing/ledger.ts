import type { Order, Transaction } from './model'

/** One line of a viewer's ledger, with the order it belongs to. */
export interface LedgerEntry {
  order: Order
  transaction: Transaction
}

/** The lines of all orders, newest first. */
export function ledgerEntries(orders: readonly Order[]): LedgerEntry[] {
  const lines = orders.flatMap(order => order.transactions.map(transaction => ({ order, transaction })))
  return lines.toSorted(
    ({ transaction: a }, { transaction: b }) => b.created_at.localeCompare(a.created_at) || b.id - a.id,
  )
}

/** Whether a line gives money back: a refund, or a payment that the bank took back. */
export const isMoneyBack = ({ kind }: Transaction): boolean => kind === 'refund' || kind === 'dispute'
