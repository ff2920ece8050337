import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { ChartPanel, Legend } from '@/shared/charts/ChartPanel'
import { type DayPoint, DaysChart } from '@/shared/charts/DaysChart'
import { useCountLabel } from '@/shared/charts/useCountLabel'
import { useFormatters } from '@/shared/charts/useFormatters'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import type { Overview } from '../../reportModel'
import { Change } from './Change'
import { MetricCard, MetricCards } from './MetricCards'
import { ReportSection } from './ReportSection'
import { useReportsPage } from './ReportsPageContext'
import { usePreviousPeriodLabel } from './reportLabels'
import { SkeletonReport } from './SkeletonReport'
import { useReportQuery } from './useReportQuery'

type Measure = 'minutes' | 'views'

/** The section with the views and minutes of the period, in total and per day. */
export const OverviewSection = observer(function OverviewSection() {
  const { t } = useLingui()
  const { store } = useReportsPage()
  const query = useReportQuery()
  useEffect(() => void store.overview.load(query), [store, query])
  return (
    <ReportSection
      title={t`Overview`}
      report={store.overview}
      file={{ path: 'overview' }}
      empty={({ totals }) =>
        totals.views === 0 && totals.sessions === 0 ? t`No views in this period.` : null
      }
      excluded={({ left_out }) => left_out}
      skeleton={<SkeletonReport />}
    >
      {overview => (
        <>
          <OverviewTotals {...overview} />
          <OverviewChart {...overview} />
        </>
      )}
    </ReportSection>
  )
})

function OverviewTotals({ totals, before }: Overview) {
  const { t } = useLingui()
  const format = useFormatters()
  const card = (name: string, metric: 'minutes' | 'views' | 'viewers' | 'sessions', note?: string) => (
    <MetricCard
      name={name}
      value={format.count(totals[metric])}
      previous={before ? format.count(before[metric]) : null}
      change={before ? <Change value={totals[metric]} previous={before[metric]} /> : null}
      note={note}
    />
  )
  return (
    <MetricCards>
      {card(t`Minutes watched`, 'minutes')}
      {card(t`Views`, 'views')}
      {card(t`Viewers`, 'viewers')}
      {card(t`Visits`, 'sessions')}
    </MetricCards>
  )
}

function OverviewChart({ days, before_days }: Overview) {
  const { t } = useLingui()
  const format = useFormatters()
  const countLabel = useCountLabel()
  const previousLabel = usePreviousPeriodLabel()
  const [measure, setMeasure] = useState<Measure>('minutes')
  const points: DayPoint[] = days.map((day, index) => ({
    day: day.day,
    value: day[measure],
    before: before_days?.[index]?.[measure] ?? null,
    beforeDay: before_days?.[index]?.day ?? null,
  }))
  const peak = days.reduce((max, day) => (day[measure] > max[measure] ? day : max), days[0] ?? EMPTY_DAY)
  const formatValue = (value: number) =>
    measure === 'minutes' ? countLabel.minutes(value) : countLabel.views(value)
  const name = measure === 'minutes' ? t`Minutes per day` : t`Views per day`
  const [day, value] = [peak.day && format.longDay(peak.day), formatValue(peak[measure])]
  return (
    <ChartPanel
      title={name}
      summary={peak[measure] > 0 ? t`Peak on ${day}: ${value}.` : t`No views in this period.`}
      table={{
        columns: [
          t`Day`,
          measure === 'minutes' ? t`Minutes` : t`Views`,
          ...(before_days ? [t`Comparison day`, previousLabel] : []),
        ],
        rows: points.map(point => [
          format.fullDay(point.day),
          format.count(point.value ?? 0),
          ...(before_days
            ? [
                point.beforeDay ? format.fullDay(point.beforeDay) : '–',
                point.before === null ? '–' : format.count(point.before),
              ]
            : []),
        ]),
      }}
      tools={
        <SegmentedControl
          label={t`Metric`}
          choices={[
            { value: 'minutes', label: t`Minutes` },
            { value: 'views', label: t`Views` },
          ]}
          value={measure}
          onChange={setMeasure}
        />
      }
      legend={
        <Legend
          entries={[
            { look: 'line', name: t`This period` },
            ...(before_days ? [{ look: 'dotted' as const, name: previousLabel }] : []),
          ]}
        />
      }
    >
      {label => (
        <DaysChart
          label={label}
          days={points}
          variant="area"
          day={format.day}
          axis={format.short}
          formatTooltip={point => ({
            title: format.longDay(point.day),
            lines: [
              formatValue(point.value ?? 0),
              ...(point.before !== null && point.beforeDay
                ? [`${format.fullDay(point.beforeDay)}: ${formatValue(point.before)}`]
                : []),
            ],
          })}
        />
      )}
    </ChartPanel>
  )
}

const EMPTY_DAY = { day: '', views: 0, minutes: 0 }
