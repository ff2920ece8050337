import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import { formatShortDay } from '../../dates'
import { isMoneyBack, type LedgerEntry } from '../../ledger'
import { formatPrice } from '../../price'
import { useDateOptions } from '../useDateOptions'
import { ReceiptLink } from './ReceiptLink'
import { useTransactionLabels } from './useTransactionLabels'
import '@/shared/ui/Table.css'

/** What was paid and given back, line by line; on a phone a card each. */
export function TransactionTable({ lines }: { lines: readonly LedgerEntry[] }) {
  const { t, i18n } = useLingui()
  const calendar = useDateOptions()
  const words = useTransactionLabels()
  const heads = [t`Item`, t`Date`, t({ message: 'Type', context: 'of a transaction' }), t`Status`]
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
          const date = formatShortDay(transaction.created_at, calendar)
          const amount = formatPrice({ price: transaction.amount, currency: transaction.currency }, i18n)
          return (
            <tr key={`${order.id}-${transaction.id}`}>
              <td data-label={heads[0]}>
                <strong>{words.itemOf(order)}</strong>
              </td>
              <td data-label={heads[1]} className="tabular-nums">
                {date}
              </td>
              <td data-label={heads[2]}>{words.kindOf(line)}</td>
              <td data-label={heads[3]}>
                <Badge tone={tone}>{status}</Badge>
              </td>
              <td data-label={t`Amount`} className="num">
                {isMoneyBack(transaction) ? `−${amount}` : amount}
              </td>
              <td data-label={t`Receipt`}>
                <ReceiptLink entry={line} description={`${words.itemOf(order)}, ${date}`} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
