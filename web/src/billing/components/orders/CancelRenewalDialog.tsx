import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSentence } from '@/shared/http/sentences'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { FormError } from '@/shared/ui/FormError'
import { useBilling } from '../../context'
import type { Order } from '../../model'
import { isOnTrial } from '../../orderState'
import { ordersStore } from '../../stores/OrdersStore'
import { useOrderWords } from './useOrderWords'

interface Props {
  order: Order
  onCancel: () => void
  onClose: () => void
}

/** Asks before a renewal is stopped, and says what stays. */
export default observer(function CancelRenewalDialog({ order, onCancel, onClose }: Props) {
  const { t } = useLingui()
  const say = useSentence()
  const { day } = useOrderWords()
  const store = useBilling().bring(ordersStore)
  const { product } = order
  useEffect(() => store.clearRefusal(), [store])
  const last = order.renews_at ?? order.expires_at
  const end = last ? day(last) : ''
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Cancel the auto-renewal of ${product.name}?`}
      description={
        isOnTrial(order)
          ? t`You watch for free until ${end}, and nothing is charged.`
          : t`You watch until ${end}, which is paid. After that nothing is charged any more.`
      }
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button kind="danger" busy={store.busy.has(order.id)} onClick={onCancel}>
            <Trans>Cancel auto-renewal</Trans>
          </Button>
        </>
      }
    >
      <p className="hint">
        <Trans>Until then you can change your mind.</Trans>
      </p>
      <FormError sentence={store.refusal === null ? null : say(store.refusal)} />
    </Dialog>
  )
})
