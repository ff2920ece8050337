import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { cx } from '@/shared/ui/cx'
import { useBilling } from '../../context'
import type { Order } from '../../model'
import { orderedContentStore } from '../../stores/OrderedContentStore'
import { MakeGoodNotes } from './MakeGoodNote'
import { OrderActions } from './OrderActions'
import { OrderArt } from './OrderArt'
import { OrderChannels } from './OrderChannels'
import { RenewalBadge } from './RenewalBadge'
import { RenewalFailed } from './RenewalFailed'
import { useOrderLabels } from './useOrderLabels'

/** The card of an active or pending order: its product, its term and its actions. */
export const OrderCard = observer(function OrderCard({ order }: { order: Order }) {
  const labels = useOrderLabels()
  const event = useBilling().resolve(orderedContentStore).event(order.product.event_id)
  return (
    <li className={cx('panel order', order.type === 'subscription' && 'panel--accent')}>
      <OrderArt order={order} />
      <div className="stack stack--2">
        <h3 className="order__name">{order.product.name}</h3>
        <div className="cluster">
          {labels.badgeOf(order)}
          <RenewalBadge order={order} />
        </div>
        <dl className="order__details">
          {labels.detailsOf(order, event).map(([name, value]) => (
            <div key={name} className="order__detail">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {order.status === 'created' && order.payment.requires_action ? (
          <p className="hint">
            <Trans>
              Your bank asked you to confirm this payment. Confirm it within a day, or the order is canceled.
            </Trans>
          </p>
        ) : null}
      </div>
      <OrderActions order={order} />
      <MakeGoodNotes order={order} />
      <OrderChannels orderId={order.id} />
      {order.renewal_failed ? <RenewalFailed order={order} /> : null}
    </li>
  )
})
