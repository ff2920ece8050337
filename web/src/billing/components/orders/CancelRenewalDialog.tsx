import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { FormError } from '@/shared/ui/FormError'
import { useBilling } from '../../context'
import type { Order } from '../../model'
import { isOnTrial } from '../../orderState'
import { ordersStore } from '../../stores/OrdersStore'
import { useOrderLabels } from './useOrderLabels'

interface Props {
  order: Order
  onCancel: () => void
  onClose: () => void
}

/** The dialog that confirms the cancellation of a renewal. It names the last day of access. */
export default observer(function CancelRenewalDialog({ order, onCancel, onClose }: Props) {
  const { t } = useLingui()
  const getErrorMessage = useErrorMessage()
  const { day } = useOrderLabels()
  const store = useBilling().resolve(ordersStore)
  const { product } = order
  useEffect(() => store.clearError(), [store])
  const endInstant = order.renews_at ?? order.expires_at
  const end = endInstant ? day(endInstant) : ''
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Cancel auto-renewal for ${product.name}?`}
      description={
        isOnTrial(order)
          ? t`You can watch for free until ${end}. You won’t be charged.`
          : t`You can watch until ${end}. You won’t be charged again.`
      }
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Keep</Trans>
          </Button>
          <Button kind="danger" busy={store.busyOrders.has(order.id)} onClick={onCancel}>
            <Trans>Cancel auto-renewal</Trans>
          </Button>
        </>
      }
    >
      <p className="hint">
        <Trans>You can turn auto-renewal back on before then.</Trans>
      </p>
      <FormError message={store.errorMessage === null ? null : getErrorMessage(store.errorMessage)} />
    </Dialog>
  )
})
