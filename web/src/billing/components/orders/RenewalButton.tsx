import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import { useBilling } from '../../context'
import type { Order } from '../../model'
import { ordersStore } from '../../stores/OrdersStore'

const CancelRenewalDialog = lazyComponent(() => import('./CancelRenewalDialog'))

/** The button for the three renewal states (§4): on, changing and off. One button for all of them keeps the focus. */
export const RenewalButton = observer(function RenewalButton({ order }: { order: Order }) {
  const { t } = useLingui()
  const getErrorMessage = useErrorMessage()
  const billing = useBilling()
  const store = billing.resolve(ordersStore)
  const [isConfirming, setIsConfirming] = useState(false)
  const { id, auto_renewal, product } = order
  const showToast = (text: string, type: 'success' | 'error') => billing.shell.toasts.show(text, { type })

  async function resumeRenewal() {
    const succeeded = await store.resumeRenewal(id)
    if (succeeded) showToast(t`Auto-renewal is on for ${product.name}`, 'success')
    else if (store.errorMessage) showToast(getErrorMessage(store.errorMessage), 'error')
  }

  async function cancelRenewal() {
    const succeeded = await store.cancelRenewal(id)
    if (!succeeded) return
    setIsConfirming(false)
    showToast(t`Auto-renewal canceled for ${product.name}`, 'success')
  }

  const isOn = auto_renewal === 'active'
  const isChanging = auto_renewal === 'processing'
  const press = () => (isOn ? setIsConfirming(true) : void resumeRenewal())
  return (
    <>
      <Button
        kind={auto_renewal === 'cancelled' ? 'outline' : 'soft'}
        busy={isChanging || (!isOn && store.busyOrders.has(id))}
        aria-haspopup={isOn ? 'dialog' : undefined}
        onPointerEnter={isOn ? CancelRenewalDialog.preload : undefined}
        onClick={isChanging ? undefined : press}
      >
        {isChanging ? (
          <Trans>Processing</Trans>
        ) : isOn ? (
          <Trans>Cancel auto-renewal</Trans>
        ) : (
          <Trans>Turn on auto-renewal</Trans>
        )}
        <span className="sr-only">, {product.name}</span>
      </Button>
      {isConfirming && isOn ? (
        <CancelRenewalDialog
          order={order}
          onCancel={() => void cancelRenewal()}
          onClose={() => setIsConfirming(false)}
        />
      ) : null}
    </>
  )
})
