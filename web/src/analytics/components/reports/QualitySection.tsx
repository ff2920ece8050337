import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import { BarsChart } from '@/shared/charts/BarsChart'
import { ChartPanel } from '@/shared/charts/ChartPanel'
import { DaysChart } from '@/shared/charts/DaysChart'
import { useCountLabel } from '@/shared/charts/useCountLabel'
import { useFormatters } from '@/shared/charts/useFormatters'
import type { Quality } from '../../reportModel'
import { BIN_MS, isLastBin, toBins } from '../../startupHistogram'
import { Change } from './Change'
import { EventSelect } from './EventSelect'
import { FaultSources } from './FaultSources'
import { MetricCard, MetricCards } from './MetricCards'
import { ReportSection } from './ReportSection'
import { useReportsPage } from './ReportsPageContext'
import { SkeletonReport } from './SkeletonReport'
import { useReportQuery } from './useReportQuery'

/** The section with startup times, stalls, failures and their sources. */
export const QualitySection = observer(function QualitySection() {
  const { t } = useLingui()
  const { store, view, changeView, tabs } = useReportsPage()
  const query = useReportQuery()
  const event = view.quality
  const params = useMemo(() => ({ ...query, event }), [query, event])
  useEffect(() => void store.quality.load(params), [store, params])
  return (
    <ReportSection
      title={t`Playback quality`}
      report={store.quality}
      file={{ path: 'quality', event }}
      tools={
        tabs.includes('event') ? (
          <EventSelect
            label={t`Game`}
            all={t`All videos`}
            value={event}
            onChange={quality => changeView({ quality })}
          />
        ) : null
      }
      empty={({ views }) => (views === 0 ? t`No views in this period.` : null)}
      excluded={({ left_out }) => left_out}
      skeleton={<SkeletonReport />}
    >
      {quality => (
        <>
          <QualityTotals {...quality} />
          <div className="chart-grid">
            <StartupChart {...quality} />
            <FaultSources sides={quality.sides} />
          </div>
          <QualityChart {...quality} />
        </>
      )}
    </ReportSection>
  )
})

function QualityTotals({ startup, stalls, failures, bitrate, before }: Quality) {
  const { t } = useLingui()
  const format = useFormatters()
  const countLabel = useCountLabel()
  const { median_ms: median, p95_ms: p95 } = startup
  const formatSeconds = (value: number | null) => (value === null ? '–' : format.seconds(value))
  const previousMedian = before?.startup_median_ms ?? null
  return (
    <MetricCards>
      <MetricCard
        name={t`Median startup time`}
        value={formatSeconds(median)}
        previous={previousMedian === null ? null : format.seconds(previousMedian)}
        change={
          median === null ? null : <Change value={median} previous={previousMedian} goodDirection="less" />
        }
        note={p95 === null ? null : t`95% within ${format.seconds(p95)}`}
      />
      <MetricCard
        name={t`Views with stalls`}
        value={format.share(stalls.share)}
        previous={before ? format.share(before.stall_share) : null}
        change={
          before ? <Change value={stalls.share} previous={before.stall_share} goodDirection="less" /> : null
        }
        note={stalls.per_hour === null ? null : t`${format.one(stalls.per_hour)} per hour watched`}
      />
      <MetricCard
        name={t`Failed views`}
        value={format.share(failures.share)}
        previous={before ? format.share(before.failure_share) : null}
        change={
          before ? (
            <Change value={failures.share} previous={before.failure_share} goodDirection="less" />
          ) : null
        }
        note={countLabel.views(failures.views)}
      />
      <MetricCard
        name={t`Median bitrate`}
        value={bitrate.median === null ? '–' : t`${format.one(bitrate.median / 1000)} Mbps`}
      />
    </MetricCards>
  )
}

/** The chart of startup times. */
function StartupChart({ startup: { steps, median_ms, p95_ms } }: Quality) {
  const { t } = useLingui()
  const format = useFormatters()
  const bars = toBins(steps).map(bin => {
    const [from, to] = [bin.from_ms, bin.from_ms + BIN_MS].map(edge => format.one(edge / 1000))
    return { name: isLastBin(bin) ? `${from}+` : `${from}–${to}`, value: bin.views }
  })
  const summary =
    median_ms === null || p95_ms === null
      ? t`No startup times recorded.`
      : t`50% of views started within ${format.seconds(median_ms)}, and 95% within ${format.seconds(p95_ms)}.`
  const countLabel = useCountLabel()
  return (
    <ChartPanel
      title={t`Startup time in seconds`}
      summary={summary}
      table={{
        columns: [t`Seconds`, t`Views`],
        rows: bars.map(({ name, value }) => [name, format.count(value)]),
      }}
    >
      {label => (
        <BarsChart
          label={label}
          bars={bars}
          axis={format.short}
          formatTooltip={({ name, value }) => ({
            title: t`${name} seconds`,
            lines: [countLabel.views(value)],
          })}
        />
      )}
    </ChartPanel>
  )
}

/** The chart of stalls and failures per day. */
function QualityChart({ days, stalls }: Quality) {
  const { t } = useLingui()
  const format = useFormatters()
  const worst = days.reduce((max, day) => (day.stalls > max.stalls ? day : max), days[0] ?? EMPTY_DAY)
  const countLabel = useCountLabel()
  const [day, count] = [worst.day && format.longDay(worst.day), countLabel.stalls(worst.stalls)]
  const formatStartup = (value: number | null) => (value === null ? '–' : format.seconds(value))
  return (
    <ChartPanel
      title={t`Stalls per day`}
      summary={stalls.count > 0 ? t`Most stalls on ${day}: ${count}.` : t`No stalls in this period.`}
      table={{
        columns: [t`Day`, t`Stalls`, t`Failures`, t`Median startup time`],
        rows: days.map(each => [
          format.fullDay(each.day),
          format.count(each.stalls),
          format.count(each.failures),
          formatStartup(each.startup_ms),
        ]),
      }}
    >
      {label => (
        <DaysChart
          label={label}
          variant="bars"
          days={days.map(each => ({ day: each.day, value: each.stalls, before: null, beforeDay: null }))}
          day={format.day}
          axis={format.short}
          formatTooltip={point => {
            const dayFigures = days.find(each => each.day === point.day) ?? EMPTY_DAY
            return {
              title: format.longDay(point.day),
              lines: [
                countLabel.stalls(dayFigures.stalls),
                countLabel.failures(dayFigures.failures),
                t`Median startup time: ${formatStartup(dayFigures.startup_ms)}`,
              ],
            }
          }}
        />
      )}
    </ChartPanel>
  )
}

const EMPTY_DAY = { day: '', startup_ms: null, stalls: 0, failures: 0 }
