import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { saveBlob } from '@/shared/saveBlob'
import { Timeline } from '@/shared/studio/Timeline'
import { useBilling } from '../../context'
import type { Transaction } from '../../model'
import { studioOrdersStore } from '../../stores/StudioOrdersStore'
import type { StudioOrder } from '../../studioOrdersApi'
import { TextButton } from '../TextButton'
import { useStudioOrderLabels } from './useStudioOrderLabels'

/** What happened to an order, and when its access ends. */
export function OrderTimeline({ order }: { order: StudioOrder }) {
  const { t } = useLingui()
  const labels = useStudioOrderLabels()
  const titleOf = ({ kind, status }: Transaction) => {
    if (kind === 'charge') return status === 'paid' ? t`Payment received` : t`Payment failed`
    return { refund: t`Refund sent`, dispute: t`Payment disputed`, dispute_won: t`Dispute won` }[kind]
  }
  const end = order.ended_at ? null : (order.renews_at ?? order.expires_at)
  return (
    <Timeline
      timeZone={labels.timeZone}
      entries={[
        { at: order.created_at, title: t`Order placed` },
        { at: order.status === 'failed' ? null : order.starts_at, title: t`Access started` },
        ...order.transactions.map(transaction => ({
          at: transaction.created_at,
          title: titleOf(transaction),
          detail: (
            <>
              {labels.money(transaction.amount, transaction.currency)}{' '}
              {transaction.receipt_url ? (
                <ReceiptButton orderId={order.id} transaction={transaction} />
              ) : null}
            </>
          ),
        })),
        { at: order.ended_at, title: t`Access ended early` },
        { at: end, title: order.renews_at ? t`Next payment` : t`End of access` },
      ]}
    />
  )
}

function ReceiptButton({ orderId, transaction }: { orderId: number; transaction: Transaction }) {
  const { t } = useLingui()
  const billing = useBilling()
  const { api } = billing.resolve(studioOrdersStore)
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      saveBlob(await api.receipt(orderId, transaction.id), `receipt-${orderId}-${transaction.id}.pdf`)
    } catch {
      billing.shell.toasts.show(t`The receipt could not be loaded. Please try again.`, { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <TextButton busy={busy} onClick={() => void save()}>
      <Trans>Receipt</Trans>
    </TextButton>
  )
}
