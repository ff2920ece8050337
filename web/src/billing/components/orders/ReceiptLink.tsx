import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { saveBlob } from '@/shared/saveBlob'
import { useBilling } from '../../context'
import type { LedgerEntry } from '../../ledger'
import { ordersStore } from '../../stores/OrdersStore'
import { TextButton } from '../TextButton'

interface Props {
  entry: LedgerEntry
  /** The order and date of the receipt, for screen readers. */
  description: string
}

/** The button that downloads a receipt. The API key goes in a header, so that no URL contains it. */
export function ReceiptLink({ entry: { order, transaction }, description }: Props) {
  const { t } = useLingui()
  const getErrorMessage = useErrorMessage()
  const billing = useBilling()
  const store = billing.resolve(ordersStore)
  const [busy, setBusy] = useState(false)
  if (!transaction.receipt_url) return null
  async function save() {
    if (busy) return
    setBusy(true)
    const file = await store.receipt(order.id, transaction.id)
    setBusy(false)
    if (file)
      saveBlob(file, `${billing.shell.channel.settings.slug}-receipt-${order.id}-${transaction.id}.pdf`)
    else {
      const message = store.errorMessage
        ? getErrorMessage(store.errorMessage)
        : t`The receipt could not be loaded. Please try again.`
      billing.shell.toasts.show(message, { type: 'error' })
    }
  }
  return (
    <TextButton busy={busy} onClick={() => void save()}>
      <Trans>Receipt</Trans>
      <span className="sr-only"> {description}</span>
    </TextButton>
  )
}
