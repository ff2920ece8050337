import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { SalesChart } from '@/shared/charts/SalesChart'
import { useFormatters } from '@/shared/charts/useFormatters'
import type { Sales } from '../../reportModel'
import { Change } from './Change'
import { MetricCard, MetricCards } from './MetricCards'
import { ReportSection } from './ReportSection'
import { useReportsPage } from './ReportsPageContext'
import { SkeletonReport } from './SkeletonReport'
import { useReportQuery } from './useReportQuery'
import '@/shared/ui/Table.css'

const TYPE_LABELS: Record<string, MessageDescriptor> = {
  event: msg`Single game`,
  package: msg`Pass`,
  subscription: msg`Subscription`,
  vod: msg`Video`,
}

/** The section with sales per day and per product, from the ledger. */
export const SalesSection = observer(function SalesSection() {
  const { t } = useMacro()
  const { store } = useReportsPage()
  const query = useReportQuery()
  useEffect(() => void store.sales.load(query), [store, query])
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
  const format = useFormatters()
  const amountCard = (name: string, metric: 'gross' | 'refunds' | 'net', goodDirection?: 'less') => (
    <MetricCard
      name={name}
      value={format.money(totals[metric], currency)}
      previous={before ? format.money(before[metric], currency) : null}
      change={
        before ? (
          <Change
            value={Number(totals[metric])}
            previous={Number(before[metric])}
            goodDirection={goodDirection}
          />
        ) : null
      }
    />
  )
  return (
    <MetricCards>
      {amountCard(t`Net sales`, 'net')}
      {amountCard(t`Gross sales`, 'gross')}
      {amountCard(t`Refunds`, 'refunds', 'less')}
      <MetricCard
        name={t`Orders`}
        value={format.count(totals.orders)}
        previous={before ? format.count(before.orders) : null}
        change={before ? <Change value={totals.orders} previous={before.orders} /> : null}
      />
    </MetricCards>
  )
}

function SalesTable({ rows, currency }: Sales) {
  const { _ } = useLingui()
  const { t } = useMacro()
  const format = useFormatters()
  const formatAmount = (value: string) => format.money(value, currency)
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
                {format.count(row.orders)}
              </td>
              <td data-label={t`Gross sales`} className="num">
                {formatAmount(row.gross)}
              </td>
              <td data-label={t`Refunds`} className="num">
                {formatAmount(row.refunds)}
              </td>
              <td data-label={t`Net sales`} className="num">
                <strong>{formatAmount(row.net)}</strong>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
