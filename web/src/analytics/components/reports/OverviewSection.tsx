import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import type { Overview } from '../../reportModel'
import { Change } from './Change'
import { ChartPanel, Legend } from './ChartPanel'
import { type DayPoint, DaysChart } from './charts/DaysChart'
import { MetricCard, MetricCards } from './MetricCards'
import { ReportSection } from './ReportSection'
import { useReportsPage } from './ReportsPageContext'
import { usePreviousPeriodLabel } from './reportLabels'
import { SkeletonReport } from './SkeletonReport'
import { useCountLabel } from './useCountLabel'
import { useFormatters } from './useFormatters'
import { useReportQuery } from './useReportQuery'

type Measure = 'minutes' | 'views'

/** How much was watched, all in all and day by day. */
export const OverviewSection = observer(function OverviewSection() {
  const { t } = useLingui()
  const { store } = useReportsPage()
  const question = useReportQuery()
  useEffect(() => void store.overview.load(question), [store, question])
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
  const write = useFormatters()
  const figure = (name: string, of: 'minutes' | 'views' | 'viewers' | 'sessions', note?: string) => (
    <MetricCard
      name={name}
      value={write.count(totals[of])}
      before={before ? write.count(before[of]) : null}
      change={before ? <Change now={totals[of]} before={before[of]} /> : null}
      note={note}
    />
  )
  return (
    <MetricCards>
      {figure(t`Minutes watched`, 'minutes')}
      {figure(t`Views`, 'views')}
      {figure(t`Viewers`, 'viewers')}
      {figure(t`Visits`, 'sessions')}
    </MetricCards>
  )
}

function OverviewChart({ days, before_days }: Overview) {
  const { t } = useLingui()
  const write = useFormatters()
  const counted = useCountLabel()
  const beforeName = usePreviousPeriodLabel()
  const [measure, setMeasure] = useState<Measure>('minutes')
  const points: DayPoint[] = days.map((day, index) => ({
    day: day.day,
    value: day[measure],
    before: before_days?.[index]?.[measure] ?? null,
    beforeDay: before_days?.[index]?.day ?? null,
  }))
  const best = days.reduce((most, day) => (day[measure] > most[measure] ? day : most), days[0] ?? EMPTY_DAY)
  const worded = (value: number) => (measure === 'minutes' ? counted.minutes(value) : counted.views(value))
  const name = measure === 'minutes' ? t`Minutes per day` : t`Views per day`
  const [day, value] = [best.day && write.longDay(best.day), worded(best[measure])]
  return (
    <ChartPanel
      title={name}
      summary={best[measure] > 0 ? t`Peak on ${day}: ${value}.` : t`No views in this period.`}
      figures={{
        columns: [
          t`Day`,
          measure === 'minutes' ? t`Minutes` : t`Views`,
          ...(before_days ? [t`Comparison day`, beforeName] : []),
        ],
        rows: points.map(point => [
          write.fullDay(point.day),
          write.count(point.value ?? 0),
          ...(before_days
            ? [
                point.beforeDay ? write.fullDay(point.beforeDay) : '–',
                point.before === null ? '–' : write.count(point.before),
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
          lines={[
            { look: 'line', name: t`This period` },
            ...(before_days ? [{ look: 'dotted' as const, name: beforeName }] : []),
          ]}
        />
      }
    >
      {label => (
        <DaysChart
          label={label}
          days={points}
          variant="area"
          day={write.day}
          axis={write.short}
          formatTooltip={point => ({
            title: write.longDay(point.day),
            lines: [
              worded(point.value ?? 0),
              ...(point.before !== null && point.beforeDay
                ? [`${write.fullDay(point.beforeDay)}: ${worded(point.before)}`]
                : []),
            ],
          })}
        />
      )}
    </ChartPanel>
  )
}

const EMPTY_DAY = { day: '', views: 0, minutes: 0 }
