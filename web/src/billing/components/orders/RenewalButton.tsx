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

/** The renewal in its three states (§4): on, being changed, off. It stays one button, so that the focus stays. */
export const RenewalButton = observer(function RenewalButton({ order }: { order: Order }) {
  const { t } = useLingui()
  const say = useErrorMessage()
  const billing = useBilling()
  const store = billing.resolve(ordersStore)
  const [isConfirming, setConfirming] = useState(false)
  const { id, auto_renewal, product } = order
  const tell = (text: string, type: 'success' | 'error') => billing.shell.toasts.show(text, { type })

  async function renewAgain() {
    const done = await store.resumeRenewal(id)
    if (done) tell(t`Auto-renewal is on for ${product.name}`, 'success')
    else if (store.errorMessage) tell(say(store.errorMessage), 'error')
  }

  async function cancel() {
    const done = await store.cancelRenewal(id)
    if (!done) return
    setConfirming(false)
    tell(t`Auto-renewal canceled for ${product.name}`, 'success')
  }

  const on = auto_renewal === 'active'
  const changing = auto_renewal === 'processing'
  const press = () => (on ? setConfirming(true) : void renewAgain())
  return (
    <>
      <Button
        kind={auto_renewal === 'cancelled' ? 'outline' : 'soft'}
        busy={changing || (!on && store.busyOrders.has(id))}
        aria-haspopup={on ? 'dialog' : undefined}
        onPointerEnter={on ? CancelRenewalDialog.preload : undefined}
        onClick={changing ? undefined : press}
      >
        {changing ? (
          <Trans>Processing</Trans>
        ) : on ? (
          <Trans>Cancel auto-renewal</Trans>
        ) : (
          <Trans>Turn on auto-renewal</Trans>
        )}
        <span className="sr-only">, {product.name}</span>
      </Button>
      {isConfirming && on ? (
        <CancelRenewalDialog
          order={order}
          onCancel={() => void cancel()}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </>
  )
})
