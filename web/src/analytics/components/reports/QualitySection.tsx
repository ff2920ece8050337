import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import type { Quality } from '../../reportModel'
import { BIN_MS, isLastBin, toBins } from '../../startupHistogram'
import { Change } from './Change'
import { ChartPanel } from './ChartPanel'
import { BarsChart } from './charts/BarsChart'
import { DaysChart } from './charts/DaysChart'
import { EventSelect } from './EventSelect'
import { FaultSources } from './FaultSources'
import { MetricCard, MetricCards } from './MetricCards'
import { ReportSection } from './ReportSection'
import { useReportsPage } from './ReportsPageContext'
import { SkeletonReport } from './SkeletonReport'
import { useCountLabel } from './useCountLabel'
import { useFormatters } from './useFormatters'
import { useReportQuery } from './useReportQuery'

/** How quickly it began to play, how often it stood still or failed, and whose side that was. */
export const QualitySection = observer(function QualitySection() {
  const { t } = useLingui()
  const { store, view: shown, changeView: change, tabs } = useReportsPage()
  const question = useReportQuery()
  const event = shown.quality
  const params = useMemo(() => ({ ...question, event }), [question, event])
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
            onChange={quality => change({ quality })}
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
  const write = useFormatters()
  const counted = useCountLabel()
  const { median_ms: median, p95_ms: slow } = startup
  const seconds = (value: number | null) => (value === null ? '–' : write.seconds(value))
  const was = before?.startup_median_ms ?? null
  return (
    <MetricCards>
      <MetricCard
        name={t`Median startup time`}
        value={seconds(median)}
        before={was === null ? null : write.seconds(was)}
        change={median === null ? null : <Change now={median} before={was} good="less" />}
        note={slow === null ? null : t`95% within ${write.seconds(slow)}`}
      />
      <MetricCard
        name={t`Views with stalls`}
        value={write.share(stalls.share)}
        before={before ? write.share(before.stall_share) : null}
        change={before ? <Change now={stalls.share} before={before.stall_share} good="less" /> : null}
        note={stalls.per_hour === null ? null : t`${write.one(stalls.per_hour)} per hour watched`}
      />
      <MetricCard
        name={t`Failed views`}
        value={write.share(failures.share)}
        before={before ? write.share(before.failure_share) : null}
        change={before ? <Change now={failures.share} before={before.failure_share} good="less" /> : null}
        note={counted.views(failures.views)}
      />
      <MetricCard
        name={t`Median bitrate`}
        value={bitrate.median === null ? '–' : t`${write.one(bitrate.median / 1000)} Mbps`}
      />
    </MetricCards>
  )
}

/** How long starts took. */
function StartupChart({ startup: { steps, median_ms, p95_ms } }: Quality) {
  const { t } = useLingui()
  const write = useFormatters()
  const bars = toBins(steps).map(bin => {
    const [from, to] = [bin.from_ms, bin.from_ms + BIN_MS].map(edge => write.one(edge / 1000))
    return { name: isLastBin(bin) ? `${from}+` : `${from}–${to}`, value: bin.views }
  })
  const summary =
    median_ms === null || p95_ms === null
      ? t`No startup times recorded.`
      : t`50% of views started within ${write.seconds(median_ms)}, and 95% within ${write.seconds(p95_ms)}.`
  const counted = useCountLabel()
  return (
    <ChartPanel
      title={t`Startup time in seconds`}
      summary={summary}
      figures={{
        columns: [t`Seconds`, t`Views`],
        rows: bars.map(({ name, value }) => [name, write.count(value)]),
      }}
    >
      {label => (
        <BarsChart
          label={label}
          bars={bars}
          axis={write.short}
          formatTooltip={({ name, value }) => ({ title: t`${name} seconds`, lines: [counted.views(value)] })}
        />
      )}
    </ChartPanel>
  )
}

/** Stalls and failures, day by day. */
function QualityChart({ days, stalls }: Quality) {
  const { t } = useLingui()
  const write = useFormatters()
  const worst = days.reduce((most, day) => (day.stalls > most.stalls ? day : most), days[0] ?? EMPTY_DAY)
  const counted = useCountLabel()
  const [day, count] = [worst.day && write.longDay(worst.day), counted.stalls(worst.stalls)]
  const start = (value: number | null) => (value === null ? '–' : write.seconds(value))
  return (
    <ChartPanel
      title={t`Stalls per day`}
      summary={stalls.count > 0 ? t`Most stalls on ${day}: ${count}.` : t`No stalls in this period.`}
      figures={{
        columns: [t`Day`, t`Stalls`, t`Failures`, t`Median startup time`],
        rows: days.map(each => [
          write.fullDay(each.day),
          write.count(each.stalls),
          write.count(each.failures),
          start(each.startup_ms),
        ]),
      }}
    >
      {label => (
        <DaysChart
          label={label}
          variant="bars"
          days={days.map(each => ({ day: each.day, value: each.stalls, before: null, beforeDay: null }))}
          day={write.day}
          axis={write.short}
          formatTooltip={point => {
            const found = days.find(each => each.day === point.day) ?? EMPTY_DAY
            return {
              title: write.longDay(point.day),
              lines: [
                counted.stalls(found.stalls),
                counted.failures(found.failures),
                t`Median startup time: ${start(found.startup_ms)}`,
              ],
            }
          }}
        />
      )}
    </ChartPanel>
  )
}

const EMPTY_DAY = { day: '', startup_ms: null, stalls: 0, failures: 0 }
