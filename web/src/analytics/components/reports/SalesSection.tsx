import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { Sales } from '../../reportModel'
import { Change } from './Change'
import { ChartPanel } from './ChartPanel'
import { DaysChart } from './charts/DaysChart'
import { MetricCard, MetricCards } from './MetricCards'
import { ReportSection } from './ReportSection'
import { useReportsPage } from './ReportsPageContext'
import { SkeletonReport } from './SkeletonReport'
import { useCountLabel } from './useCountLabel'
import { useFormatters } from './useFormatters'
import { useReportQuery } from './useReportQuery'
import '@/shared/ui/Table.css'

const TYPE_LABELS: Record<string, MessageDescriptor> = {
  event: msg`Single game`,
  package: msg`Pass`,
  subscription: msg`Subscription`,
  vod: msg`Video`,
}

/** What was sold, day by day and thing by thing, out of the ledger. */
export const SalesSection = observer(function SalesSection() {
  const { t } = useMacro()
  const { store } = useReportsPage()
  const question = useReportQuery()
  useEffect(() => void store.sales.load(question), [store, question])
  return (
    <ReportSection
      title={t`Sales`}
      lede={t`Refunds are deducted on the day they are issued.`}
      report={store.sales}
      file={{ path: 'sales' }}
      empty={({ totals, rows }) =>
        totals.orders === 0 && rows.length === 0 ? t`No sales in this period.` : null
      }
      skeleton={<SkeletonReport />}
    >
      {sales => (
        <>
          <SalesTotals {...sales} />
          <SalesChart {...sales} />
          {sales.rows.length > 0 ? <SalesTable {...sales} /> : null}
        </>
      )}
    </ReportSection>
  )
})

function SalesTotals({ totals, before, currency }: Sales) {
  const { t } = useMacro()
  const write = useFormatters()
  const amount = (name: string, of: 'gross' | 'refunds' | 'net', good?: 'less') => (
    <MetricCard
      name={name}
      value={write.money(totals[of], currency)}
      before={before ? write.money(before[of], currency) : null}
      change={before ? <Change now={Number(totals[of])} before={Number(before[of])} good={good} /> : null}
    />
  )
  return (
    <MetricCards>
      {amount(t`Net sales`, 'net')}
      {amount(t`Gross sales`, 'gross')}
      {amount(t`Refunds`, 'refunds', 'less')}
      <MetricCard
        name={t`Orders`}
        value={write.count(totals.orders)}
        before={before ? write.count(before.orders) : null}
        change={before ? <Change now={totals.orders} before={before.orders} /> : null}
      />
    </MetricCards>
  )
}

function SalesChart({ days, currency }: Sales) {
  const { t } = useMacro()
  const write = useFormatters()
  const counted = useCountLabel()
  const amount = (value: string) => write.money(value, currency)
  const best = days.reduce(
    (most, day) => (Number(day.gross) > Number(most.gross) ? day : most),
    days[0] ?? EMPTY_DAY,
  )
  const [day, value] = [best.day && write.longDay(best.day), amount(best.gross)]
  return (
    <ChartPanel
      title={t`Gross sales per day`}
      summary={Number(best.gross) > 0 ? t`Peak on ${day}: ${value}.` : t`No sales in this period.`}
      figures={{
        columns: [t`Day`, t`Orders`, t`Gross sales`, t`Refunds`],
        rows: days.map(each => [
          write.fullDay(each.day),
          write.count(each.orders),
          amount(each.gross),
          amount(each.refunds),
        ]),
      }}
    >
      {label => (
        <DaysChart
          label={label}
          variant="bars"
          days={days.map(each => ({
            day: each.day,
            value: Number(each.gross),
            before: null,
            beforeDay: null,
          }))}
          day={write.day}
          axis={write.short}
          formatTooltip={point => {
            const found = days.find(each => each.day === point.day) ?? EMPTY_DAY
            return {
              title: write.longDay(point.day),
              lines: [
                t`${amount(found.gross)} in gross sales`,
                counted.orders(found.orders),
                ...(Number(found.refunds) > 0 ? [t`${amount(found.refunds)} refunded`] : []),
              ],
            }
          }}
        />
      )}
    </ChartPanel>
  )
}

/** What was sold how often. */
function SalesTable({ rows, currency }: Sales) {
  const { _ } = useLingui()
  const { t } = useMacro()
  const write = useFormatters()
  const amount = (value: string) => write.money(value, currency)
  return (
    <table className="table">
      <caption className="sr-only">{t`Sales by product`}</caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Product</Trans>
          </th>
          <th scope="col">
            <Trans>Type</Trans>
          </th>
          <th scope="col" className="num">
            <Trans>Orders</Trans>
          </th>
          <th scope="col" className="num">
            <Trans>Gross sales</Trans>
          </th>
          <th scope="col" className="num">
            <Trans>Refunds</Trans>
          </th>
          <th scope="col" className="num">
            <Trans>Net sales</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => {
          const type = TYPE_LABELS[row.type]
          return (
            <tr key={`${row.type}-${row.id}-${row.name}`}>
              <td data-label="">
                <strong>{row.name}</strong>
              </td>
              <td data-label={t`Type`}>{type ? _(type) : row.type}</td>
              <td data-label={t`Orders`} className="num">
                {write.count(row.orders)}
              </td>
              <td data-label={t`Gross sales`} className="num">
                {amount(row.gross)}
              </td>
              <td data-label={t`Refunds`} className="num">
                {amount(row.refunds)}
              </td>
              <td data-label={t`Net sales`} className="num">
                <strong>{amount(row.net)}</strong>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const EMPTY_DAY = { day: '', orders: 0, gross: '0', refunds: '0' }
