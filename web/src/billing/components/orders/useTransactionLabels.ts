import { useLingui } from '@lingui/react/macro'
import type { LedgerEntry } from '../../ledger'
import type { Order, OrderStatus, Transaction } from '../../model'

type Tone = 'success' | 'warning' | 'danger' | 'plain'

/** Return the label functions for transactions (§3, "Payment status labels", "Subscription rows are labelled"). */
export function useTransactionLabels() {
  const { t } = useLingui()
  const labels: Record<string, string> = {
    'New subscription': t`New subscription`,
    'Subscription Renewal': t`Subscription Renewal`,
  }
  const kinds: Record<Exclude<Transaction['kind'], 'charge'>, string> = {
    refund: t`Refund`,
    dispute: t`Reversed by your bank`,
    dispute_won: t`Dispute resolved in our favor`,
  }
  const statuses: Record<OrderStatus, readonly [Tone, string]> = {
    created: ['warning', t`Pending`],
    paid: ['success', t({ message: 'Paid', context: 'state of an order' })],
    failed: ['danger', t({ message: 'Failed', context: 'state of an order' })],
    refunded: ['plain', t({ message: 'Refunded', context: 'state of an order' })],
  }
  const itemKindOf = ({ type, product }: Order) => {
    if (type === 'event') return t`Single game`
    if (type === 'subscription') return t`Subscription`
    if (type === 'donation') return t`Donation`
    return product.participant_id === null ? t`Pass` : t`Team pass`
  }
  return {
    itemOf: ({ product }: Order) => [product.name, product.participant_name].filter(Boolean).join(', '),
    kindOf: ({ order, transaction: { kind, label } }: LedgerEntry) =>
      kind === 'charge' ? ((label && labels[label]) ?? itemKindOf(order)) : kinds[kind],
    statusOf: ({ status, kind }: Transaction) =>
      kind === 'refund' && status === 'paid' ? statuses.refunded : statuses[status],
  }
}
