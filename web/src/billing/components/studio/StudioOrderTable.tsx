import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { TableHead } from '@/shared/ui/TableHead'
import type { StudioOrder } from '../../studioOrdersApi'
import { useStudioOrderLabels } from './useStudioOrderLabels'

/** The orders of the channel. Narrow screens show each row as a card. */
export function StudioOrderTable({ orders }: { orders: readonly StudioOrder[] }) {
  const { t } = useLingui()
  const labels = useStudioOrderLabels()
  const headings = [t`Order`, t`Viewer`, t`Status`, t`Card`, t`Date`]
  return (
    <table className="table">
      <TableHead headings={headings}>
        <th scope="col" className="num">
          <Trans>Total</Trans>
        </th>
      </TableHead>
      <tbody>
        {orders.map(order => (
          <tr key={order.id}>
            <td data-label={headings[0]}>
              <Link className="link" to={`/studio/orders/${order.id}`}>
                #{order.id} {labels.productOf(order)}
              </Link>
            </td>
            <td data-label={headings[1]}>
              <span className="stack stack--2">
                {order.viewer ? (
                  <Link className="link" to={`/studio/viewers/${order.viewer.id}`}>
                    {labels.buyerOf(order)}
                  </Link>
                ) : (
                  <strong>{labels.buyerOf(order)}</strong>
                )}
                {order.viewer?.name ? <span className="muted">{order.viewer.email}</span> : null}
              </span>
            </td>
            <td data-label={headings[2]}>
              <span className="cluster">{labels.badgesOf(order)}</span>
            </td>
            <td data-label={headings[3]} className="tabular-nums">
              {labels.cardOf(order)}
            </td>
            <td data-label={headings[4]} className="tabular-nums">
              {labels.day(order.created_at)}
            </td>
            <td data-label={t`Total`} className="num">
              {labels.money(order.total, order.currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
