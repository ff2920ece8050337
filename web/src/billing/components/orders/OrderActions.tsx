import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button, LinkButton } from '@/shared/ui/Button'
import { useBilling } from '../../context'
import type { Order } from '../../model'
import { productCheckoutPath } from '../../offers'
import { isHeld } from '../../orderState'
import { eventListPath } from '../../watchPaths'
import { RenewalButton } from './RenewalButton'

/** What can be done with an order: watch it, stop its renewal, or let it renew again. */
export const OrderActions = observer(function OrderActions({ order }: { order: Order }) {
  if (order.status === 'created') return <PendingActions order={order} />
  if (!isHeld(order) || order.product_status === 'withdrawn') return null
  return (
    <div className="actions">
      {order.auto_renewal ? <RenewalButton order={order} /> : <WatchLink order={order} />}
    </div>
  )
})

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
  const games = type === 'package' && categories.length > 0
  const team = product.participant_id === null ? undefined : { id: product.participant_id }
  return (
    <LinkButton to={games ? eventListPath(product, team) : '/vod_library'}>
      {games ? <Trans>View games</Trans> : <Trans>Open the library</Trans>}
      <span className="sr-only">, {product.name}</span>
    </LinkButton>
  )
}

/** An order whose payment waits for its buyer leads back to paying; any other is being paid. */
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
