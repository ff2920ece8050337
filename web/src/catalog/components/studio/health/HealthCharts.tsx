import { Trans, useLingui } from '@lingui/react/macro'
import { ChartPanel, Legend } from '@/shared/charts/ChartPanel'
import { TimeChart, type TimePoint } from '@/shared/charts/TimeChart'
import { serverNow } from '@/shared/clock'
import { HOUR_MS } from '@/shared/constants'
import { formatTime } from '@/shared/format/dates'
import { useCatalog } from '../../../context'
import type { HealthHistory, StreamHealthReport } from '../../../streamHealthApi'
import { useHealthFormat } from './useHealthFormat'

/** A longer time between two points is a gap in the lines: no encoder was connected. */
const MAX_STEP_MS = 25_000

/** The last hour of the first encoder, and the bitrate of the backup beside it. */
export default function HealthCharts({ report }: { report: StreamHealthReport }) {
  const history = report.slots[0]?.history
  if (!history?.at.length) return null
  return (
    <section className="stack" aria-labelledby="health-history">
      <h2 className="display h3" id="health-history">
        <Trans>Last hour</Trans>
      </h2>
      <Charts history={history} />
    </section>
  )
}

function Charts({ history }: { history: HealthHistory }) {
  const { t, i18n } = useLingui()
  const format = useHealthFormat()
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  const timeOf = (instant: number) => formatTime(instant, { language: i18n.locale, timeZone })
  const times = history.at.map(at => Date.parse(at))
  const to = Math.max(serverNow(), ...times.slice(-1))
  const range = [Math.max(to - HOUR_MS, Math.min(times[0] as number, to - HOUR_MS / 12)), to] as const
  const lost = history.dropped_frames.map((dropped, index) => dropped + (history.late_frames[index] ?? 0))
  const charts: ChartSpec[] = [
    {
      title: t`Bitrate`,
      names: [t`Bitrate`],
      series: [history.bitrate],
      values: [0, 1_000_000],
      format: format.bitrate,
      axis: bits => format.one(bits / 1_000_000),
      summarize: ([low, high]) => t`Between ${low} and ${high}. The axis is in Mbit/s.`,
    },
    {
      title: t`Frames`,
      names: [t`Frames per second`, t`Dropped and late frames`],
      series: [history.frame_rate, lost],
      values: [0, 30],
      format: format.one,
      axis: format.one,
      summarize: ([low, high]) =>
        t`Between ${low} and ${high} frames per second. ${format.count(sum(lost))} dropped or late.`,
    },
    {
      title: t`Sound level`,
      names: [t`Sound level`],
      series: [history.audio_level_db.map(level => (level === null ? null : Math.max(-60, level)))],
      values: [-60, 0],
      format: format.level,
      axis: format.level,
      summarize: ([low, high]) => t`Between ${low} and ${high}.`,
    },
    {
      title: t`Sound, picture and clock`,
      names: [t`Sound and picture`, t`Clock difference`],
      series: [history.av_drift_ms, history.clock_drift_ms],
      values: [-100, 100],
      format: format.drift,
      axis: format.drift,
      summarize: ([low, high]) => t`Sound and picture were between ${low} and ${high} apart.`,
    },
  ]
  return (
    <div className="chart-grid">
      {charts.map(chart => (
        <HistoryChart key={chart.title} chart={chart} times={times} range={range} timeOf={timeOf} />
      ))}
    </div>
  )
}

interface ChartSpec {
  title: string
  names: readonly string[]
  series: readonly (readonly (number | null)[])[]
  values: readonly [number, number]
  format: (value: number) => string
  axis: (value: number) => string
  summarize: (range: readonly [string, string]) => string
}

interface ChartProps {
  chart: ChartSpec
  times: readonly number[]
  range: readonly [number, number]
  timeOf: (instant: number) => string
}

function HistoryChart({
  chart: { title, names, series, values, format, axis, summarize },
  times,
  range,
  timeOf,
}: ChartProps) {
  const { t } = useLingui()
  const [first = [], second] = series
  const known = first.filter(value => value !== null)
  const summary = known.length
    ? summarize([format(Math.min(...known)), format(Math.max(...known))])
    : t`No values in the last hour.`
  const show = (value: number | null | undefined) => (value == null ? '—' : format(value))
  return (
    <ChartPanel
      title={title}
      summary={summary}
      table={{
        columns: [t`Time`, ...names],
        rows: times.map((at, index) => [timeOf(at), ...series.map(each => show(each[index]))]),
      }}
      legend={
        names.length > 1 ? (
          <Legend
            entries={names.map((name, index) => ({ look: index ? 'dotted' : 'line', name }) as const)}
          />
        ) : null
      }
    >
      {label => (
        <TimeChart
          label={label}
          points={toPoints(times, first, second)}
          range={range}
          values={values}
          time={timeOf}
          axis={axis}
          formatTooltip={point => ({
            title: timeOf(point.at),
            lines: names.map((name, index) => `${name}: ${show(index ? point.second : point.value)}`),
          })}
        />
      )}
    </ChartPanel>
  )
}

/** Return the points of a chart, with an empty one where no encoder was connected. */
export function toPoints(
  times: readonly number[],
  first: readonly (number | null)[],
  second: readonly (number | null)[] = [],
): TimePoint[] {
  return times.flatMap((at, index) => {
    const point = { at, value: first[index] ?? null, second: second[index] ?? null }
    const previous = times[index - 1]
    const isGap = previous !== undefined && at - previous > MAX_STEP_MS
    return isGap ? [{ at: previous + 1, value: null, second: null }, point] : [point]
  })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
