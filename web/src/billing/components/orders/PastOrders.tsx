import { Trans } from '@lingui/react/macro'
import type { Order } from '../../model'
import { MakeGoodNotes } from './MakeGoodNote'
import { useOrderLabels } from './useOrderLabels'

/** The list of past orders, with product, date, total and state. */
export function PastOrders({ orders }: { orders: readonly Order[] }) {
  const { badgeOf, day, total } = useOrderLabels()
  if (orders.length === 0) return null
  return (
    <section className="section stack">
      <h2 className="display h2">
        <Trans>Past orders</Trans>
      </h2>
      <ul className="past-orders">
        {orders.map(order => (
          <li key={order.id}>
            <div>
              <strong>{order.product.name}</strong>
              <p className="hint">
                {[order.product.participant_name, day(order.created_at), total(order)]
                  .filter(Boolean)
                  .join(', ')}
              </p>
              <MakeGoodNotes order={order} />
            </div>
            {badgeOf(order)}
          </li>
        ))}
      </ul>
    </section>
  )
}
