import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import { shortDay } from '../../day'
import { isBack, type Line } from '../../ledger'
import { priceOf } from '../../price'
import { useCalendar } from '../useCalendar'
import { ReceiptLink } from './ReceiptLink'
import { useLineWords } from './useLineWords'
import '@/shared/ui/Table.css'

/** What was paid and given back, line by line; on a phone a card each. */
export function TransactionTable({ lines }: { lines: readonly Line[] }) {
  const { t, i18n } = useLingui()
  const calendar = useCalendar()
  const words = useLineWords()
  const heads = [t`Item`, t`Date`, t({ message: 'Kind', context: 'of a transaction' }), t`Status`]
  return (
    <table className="table">
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col" className="num">
            <Trans>Amount</Trans>
          </th>
          <th scope="col">
            <span className="sr-only">
              <Trans>Receipt</Trans>
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(line => {
          const { order, transaction } = line
          const [tone, status] = words.statusOf(transaction)
          const date = shortDay(transaction.created_at, calendar)
          const amount = priceOf({ price: transaction.amount, currency: transaction.currency }, i18n)
          return (
            <tr key={`${order.id}-${transaction.id}`}>
              <td data-label={heads[0]}>
                <strong>{words.itemOf(order)}</strong>
              </td>
              <td data-label={heads[1]} className="tnum">
                {date}
              </td>
              <td data-label={heads[2]}>{words.kindOf(line)}</td>
              <td data-label={heads[3]}>
                <Badge tone={tone}>{status}</Badge>
              </td>
              <td data-label={t`Amount`} className="num">
                {isBack(transaction) ? `−${amount}` : amount}
              </td>
              <td data-label={t`Receipt`}>
                <ReceiptLink line={line} about={`${words.itemOf(order)}, ${date}`} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
