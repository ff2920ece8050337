import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFormatters } from '@/shared/charts/useFormatters'
import { Button } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { TabNav } from '@/shared/ui/TabNav'
import type { Dimension, Row } from '../../reportModel'
import { withReportView } from '../../reportsUrl'
import { Change } from './Change'
import { ReportSection } from './ReportSection'
import { useReportsPage } from './ReportsPageContext'
import { DIMENSION_LABELS, useRowLabel } from './reportLabels'
import { SkeletonReport } from './SkeletonReport'
import { useReportQuery } from './useReportQuery'

/** The number of rows shown at first. */
const INITIAL_ROWS = 10

/** The section with views by game, team, country and other dimensions. */
export const BreakdownSection = observer(function BreakdownSection() {
  const { t } = useMacro()
  const { store, view } = useReportsPage()
  const query = useReportQuery()
  const report = store.breakdowns[view.tab]
  useEffect(() => void report.load(query), [report, query])
  return (
    <ReportSection
      title={t`Views by category`}
      tools={<DimensionTabs chosen={view.tab} />}
      report={report}
      file={{ path: `by/${view.tab}` }}
      empty={({ rows }) => (rows.length === 0 ? t`No views in this period.` : null)}
      excluded={({ left_out }) => left_out}
      skeleton={<SkeletonReport cards={0} />}
    >
      {({ rows }) => <Ranking key={view.tab} dimension={view.tab} rows={rows} />}
    </ReportSection>
  )
})

function DimensionTabs({ chosen }: { chosen: Dimension }) {
  const { _ } = useLingui()
  const { t } = useMacro()
  const { tabs } = useReportsPage()
  const [search] = useSearchParams()
  return (
    <TabNav label={t`Group by`}>
      {tabs.map(tab => (
        <Link
          key={tab}
          to={{ search: `?${withReportView(search, { tab })}` }}
          replace
          preventScrollReset
          aria-current={tab === chosen ? 'true' : undefined}
        >
          {_(DIMENSION_LABELS[tab])}
        </Link>
      ))}
    </TabNav>
  )
}

/** The rows with their bars, most watched first. */
function Ranking({ dimension, rows }: { dimension: Dimension; rows: readonly Row[] }) {
  const { _ } = useLingui()
  const { t } = useMacro()
  const { changeView } = useReportsPage()
  const format = useFormatters()
  const getLabel = useRowLabel(dimension)
  const [isExpanded, setIsExpanded] = useState(false)
  const shownRows = isExpanded ? rows : rows.slice(0, INITIAL_ROWS)
  const maxMinutes = Math.max(1, ...rows.map(({ minutes }) => minutes))
  const hasComparison = rows.some(row => row.before_minutes !== null)
  return (
    <div className="stack">
      <table className={cx('rank', hasComparison && 'rank--compared')}>
        <caption className="sr-only">{_(DIMENSION_LABELS[dimension])}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Name</Trans>
            </th>
            <th scope="col" className="rank__number">
              <Trans>Minutes</Trans>
            </th>
            <th scope="col" className="rank__number">
              <Trans>Share of total</Trans>
            </th>
            <th scope="col" className="rank__number">
              <Trans>Views</Trans>
            </th>
            {hasComparison ? (
              <th scope="col" className="rank__number">
                <Trans>Change</Trans>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {shownRows.map(row => (
            <tr key={row.key}>
              <th scope="row">
                {dimension === 'event' && row.id !== null ? (
                  <button
                    type="button"
                    className="rank__name"
                    title={t`Show audience retention`}
                    onClick={() => {
                      changeView({ event: row.id })
                      document.getElementById('retention')?.focus()
                    }}
                  >
                    {getLabel(row)}
                  </button>
                ) : (
                  <span className="rank__name">{getLabel(row)}</span>
                )}
                <span className="rank__bar" aria-hidden="true">
                  <span style={{ width: `${(row.minutes / maxMinutes) * 100}%` }} />
                </span>
              </th>
              <td className="rank__number rank__minutes">{format.count(row.minutes)}</td>
              <td className="rank__number" data-label={t`Share of total`}>
                {format.share(row.share)}
              </td>
              <td className="rank__number" data-label={t`Views`}>
                {format.count(row.views)}
              </td>
              {hasComparison ? (
                <td className="rank__number" data-label="">
                  <Change value={row.minutes} previous={row.before_minutes} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {dimension === 'team' ? (
        <p className="muted small">
          <Trans>Each game counts toward both teams.</Trans>
        </p>
      ) : null}
      {rows.length > INITIAL_ROWS ? (
        <p>
          <Button size="s" onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? t`Show top ${INITIAL_ROWS}` : t`Show all ${rows.length}`}
          </Button>
        </p>
      ) : null}
    </div>
  )
}
