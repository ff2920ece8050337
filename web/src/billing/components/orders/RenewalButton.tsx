import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useSentence } from '@/shared/http/sentences'
import { late } from '@/shared/late'
import { Button } from '@/shared/ui/Button'
import { useBilling } from '../../context'
import type { Order } from '../../model'
import { ordersStore } from '../../stores/OrdersStore'

const CancelRenewalDialog = late(() => import('./CancelRenewalDialog'))

/** The renewal in its three states (§4): on, being changed, off. It stays one button, so that the focus stays. */
export const RenewalButton = observer(function RenewalButton({ order }: { order: Order }) {
  const { t } = useLingui()
  const say = useSentence()
  const billing = useBilling()
  const store = billing.bring(ordersStore)
  const [asking, setAsking] = useState(false)
  const { id, auto_renewal, product } = order
  const tell = (text: string, type: 'success' | 'error') => billing.shell.toasts.show(text, { type })

  async function renewAgain() {
    const done = await store.renewAgain(id)
    if (done) tell(t`${product.name} renews again`, 'success')
    else if (store.refusal) tell(say(store.refusal), 'error')
  }

  async function cancel() {
    const done = await store.cancelRenewal(id)
    if (!done) return
    setAsking(false)
    tell(t`The auto-renewal of ${product.name} is cancelled`, 'success')
  }

  const on = auto_renewal === 'active'
  const changing = auto_renewal === 'processing'
  const press = () => (on ? setAsking(true) : void renewAgain())
  return (
    <>
      <Button
        kind={auto_renewal === 'cancelled' ? 'outline' : 'soft'}
        busy={changing || (!on && store.busy.has(id))}
        aria-haspopup={on ? 'dialog' : undefined}
        onPointerEnter={on ? CancelRenewalDialog.ahead : undefined}
        onClick={changing ? undefined : press}
      >
        {changing ? (
          <Trans>Working</Trans>
        ) : on ? (
          <Trans>Cancel auto-renewal</Trans>
        ) : (
          <Trans>Renew again</Trans>
        )}
        <span className="sr-only">, {product.name}</span>
      </Button>
      {asking && on ? (
        <CancelRenewalDialog order={order} onCancel={() => void cancel()} onClose={() => setAsking(false)} />
      ) : null}
    </>
  )
})
