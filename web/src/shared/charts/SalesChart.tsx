import { useLingui } from '@lingui/react/macro'
import { ChartPanel } from './ChartPanel'
import { DaysChart } from './DaysChart'
import { useCountLabel } from './useCountLabel'
import { useFormatters } from './useFormatters'

/** The sales of a day. Amounts are decimal strings in major units. Without `refunds`, the table has no column for them. */
interface SalesDay {
  day: string
  orders: number
  gross: string
  refunds?: string
}

interface Props {
  days: readonly SalesDay[]
  currency: string
}

/** Gross sales per day, as bars and as a table. */
export function SalesChart({ days, currency }: Props) {
  const { t } = useLingui()
  const format = useFormatters()
  const countLabel = useCountLabel()
  const formatAmount = (amount: string) => format.money(amount, currency)
  const hasRefunds = days.some(({ refunds }) => refunds !== undefined)
  const peak = days.reduce<SalesDay | null>(
    (max, day) => (Number(day.gross) > Number(max?.gross ?? 0) ? day : max),
    null,
  )
  const [day, value] = peak ? [format.longDay(peak.day), formatAmount(peak.gross)] : ['', '']
  return (
    <ChartPanel
      title={t`Gross sales per day`}
      summary={peak ? t`Peak on ${day}: ${value}.` : t`No sales in this period.`}
      table={{
        columns: [t`Day`, t`Orders`, t`Gross sales`, ...(hasRefunds ? [t`Refunds`] : [])],
        rows: days.map(({ day: date, orders, gross, refunds }) => [
          format.fullDay(date),
          format.count(orders),
          formatAmount(gross),
          ...(refunds === undefined ? [] : [formatAmount(refunds)]),
        ]),
      }}
    >
      {label => (
        <DaysChart
          label={label}
          variant="bars"
          days={days.map(({ day: date, gross }) => ({
            day: date,
            value: Number(gross),
            before: null,
            beforeDay: null,
          }))}
          day={format.day}
          axis={format.short}
          formatTooltip={point => {
            const { gross = '0', refunds = '0', orders = 0 } = days.find(each => each.day === point.day) ?? {}
            return {
              title: format.longDay(point.day),
              lines: [
                t`${formatAmount(gross)} in gross sales`,
                countLabel.orders(orders),
                ...(Number(refunds) > 0 ? [t`${formatAmount(refunds)} refunded`] : []),
              ],
            }
          }}
        />
      )}
    </ChartPanel>
  )
}
