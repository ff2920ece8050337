import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button, LinkButton } from '@/shared/ui/Button'
import { useBilling } from '../../context'
import type { Order } from '../../model'
import { productCheckoutPath } from '../../offers'
import { isHeld } from '../../orderState'
import { eventListPath, giftsPath } from '../../watchPaths'
import { RenewalButton } from './RenewalButton'

/** The actions of an order: watch, cancel the renewal, or turn it on again. */
export const OrderActions = observer(function OrderActions({ order }: { order: Order }) {
  if (order.status === 'created') return <PendingActions order={order} />
  if (order.voucher_count > 0 && order.status === 'paid') return <GiftLink order={order} />
  if (!isHeld(order) || order.product_status === 'withdrawn' || order.type === 'donation') return null
  return (
    <div className="actions">
      {order.auto_renewal ? <RenewalButton order={order} /> : <WatchLink order={order} />}
    </div>
  )
})

function GiftLink({ order }: { order: Order }) {
  return (
    <div className="actions">
      <LinkButton to={giftsPath(order)}>
        <Trans>View codes</Trans>
        <span className="sr-only">, {order.product.name}</span>
      </LinkButton>
    </div>
  )
}

function WatchLink({ order: { product, type } }: { order: Order }) {
  const { categories } = useBilling().shell.channel
  if (product.event_id !== null) {
    return (
      <LinkButton kind="primary" to={`/watch/${product.event_id}`}>
        <Trans>Open game</Trans>
        <span className="sr-only">, {product.name}</span>
      </LinkButton>
    )
  }
  const hasEvents = type === 'package' && categories.length > 0
  const team = product.participant_id === null ? undefined : { id: product.participant_id }
  return (
    <LinkButton to={hasEvents ? eventListPath(product, team) : '/vod_library'}>
      {hasEvents ? <Trans>View games</Trans> : <Trans>Open the library</Trans>}
      <span className="sr-only">, {product.name}</span>
    </LinkButton>
  )
}

/** The action of an unpaid order: return to checkout if the viewer must confirm, else a busy button. */
function PendingActions({ order: { payment, product } }: { order: Order }) {
  return (
    <div className="actions">
      {payment.requires_action ? (
        <LinkButton kind="primary" to={productCheckoutPath(product)}>
          <Trans>Return to checkout</Trans>
          <span className="sr-only">, {product.name}</span>
        </LinkButton>
      ) : (
        <Button busy>
          <Trans>Processing</Trans>
        </Button>
      )}
    </div>
  )
}
