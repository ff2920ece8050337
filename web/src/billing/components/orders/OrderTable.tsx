import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useBilling } from '../../context'
import type { Order } from '../../model'
import { orderedContentStore } from '../../stores/OrderedContentStore'
import { OrderActions } from './OrderActions'
import { RenewalBadge } from './RenewalBadge'
import { useOrderLabels } from './useOrderLabels'
import '@/shared/ui/Table.css'

/** The orders as a table, with one row each and no images. */
export const OrderTable = observer(function OrderTable({ orders }: { orders: readonly Order[] }) {
  const { t } = useLingui()
  const { badgeOf, detailsOf } = useOrderLabels()
  const content = useBilling().resolve(orderedContentStore)
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">
            <Trans>Item</Trans>
          </th>
          <th scope="col">
            <Trans>Status</Trans>
          </th>
          <th scope="col">
            <Trans>Details</Trans>
          </th>
          <th scope="col">
            <span className="sr-only">
              <Trans>Actions</Trans>
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map(order => (
          <tr key={order.id}>
            <td data-label={t`Item`}>
              <strong>{order.product.name}</strong>
            </td>
            <td data-label={t`Status`}>
              <span className="order__states">
                {badgeOf(order)}
                <RenewalBadge order={order} />
              </span>
            </td>
            <td data-label={t`Details`}>
              {detailsOf(order, content.event(order.product.event_id))
                .map(([name, value]) => t`${name}: ${value}`)
                .slice(0, 2)
                .join(' · ')}
            </td>
            <td data-label="" className="order__actions">
              <OrderActions order={order} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
})
