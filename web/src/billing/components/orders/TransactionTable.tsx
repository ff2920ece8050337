import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import { TableHead } from '@/shared/ui/TableHead'
import { formatShortDay } from '../../dates'
import { isMoneyBack, type LedgerEntry } from '../../ledger'
import { formatPrice } from '../../price'
import { useDateOptions } from '../useDateOptions'
import { ReceiptLink } from './ReceiptLink'
import { useTransactionLabels } from './useTransactionLabels'

/** The table of payments and refunds. Narrow screens show each row as a card. */
export function TransactionTable({ entries }: { entries: readonly LedgerEntry[] }) {
  const { t, i18n } = useLingui()
  const dateOptions = useDateOptions()
  const labels = useTransactionLabels()
  const headings = [t`Item`, t`Date`, t({ message: 'Type', context: 'of a transaction' }), t`Status`]
  return (
    <table className="table">
      <TableHead headings={headings}>
        <th scope="col" className="num">
          <Trans>Amount</Trans>
        </th>
        <th scope="col">
          <span className="sr-only">
            <Trans>Receipt</Trans>
          </span>
        </th>
      </TableHead>
      <tbody>
        {entries.map(entry => {
          const { order, transaction } = entry
          const [tone, status] = labels.statusOf(transaction)
          const date = formatShortDay(transaction.created_at, dateOptions)
          const amount = formatPrice({ price: transaction.amount, currency: transaction.currency }, i18n)
          return (
            <tr key={`${order.id}-${transaction.id}`}>
              <td data-label={headings[0]}>
                <strong>{labels.itemOf(order)}</strong>
              </td>
              <td data-label={headings[1]} className="tabular-nums">
                {date}
              </td>
              <td data-label={headings[2]}>{labels.kindOf(entry)}</td>
              <td data-label={headings[3]}>
                <Badge tone={tone}>{status}</Badge>
              </td>
              <td data-label={t`Amount`} className="num">
                {isMoneyBack(transaction) ? `−${amount}` : amount}
              </td>
              <td data-label={t`Receipt`}>
                <ReceiptLink entry={entry} description={`${labels.itemOf(order)}, ${date}`} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
