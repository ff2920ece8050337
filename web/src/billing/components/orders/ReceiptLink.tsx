import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSentence } from '@/shared/http/sentences'
import { saveFile } from '@/shared/saveFile'
import { useBilling } from '../../context'
import type { Line } from '../../ledger'
import { ordersStore } from '../../stores/OrdersStore'
import { TextButton } from '../TextButton'

interface Props {
  line: Line
  /** Which receipt it is, for readers. */
  about: string
}

/** Saves the receipt of a line. It is fetched with the viewer's key, which therefore stands in no address. */
export function ReceiptLink({ line: { order, transaction }, about }: Props) {
  const { t } = useLingui()
  const say = useSentence()
  const billing = useBilling()
  const store = billing.bring(ordersStore)
  const [busy, setBusy] = useState(false)
  if (!transaction.receipt_url) return null
  async function save() {
    if (busy) return
    setBusy(true)
    const file = await store.receipt(order.id, transaction.id)
    setBusy(false)
    if (file)
      saveFile(file, `${billing.shell.channel.settings.slug}-receipt-${order.id}-${transaction.id}.pdf`)
    else {
      const why = store.refusal ? say(store.refusal) : t`The receipt did not come. Please try again.`
      billing.shell.toasts.show(why, { type: 'error' })
    }
  }
  return (
    <TextButton busy={busy} onPress={() => void save()}>
      <Trans>Receipt</Trans>
      <span className="sr-only"> {about}</span>
    </TextButton>
  )
}
