import { Area, Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts'
import { AXIS_PROPS, createTooltip, GRID_PROPS, SIZE_PROPS } from './chartProps'

export interface DayPoint {
  day: string
  value: number | null
  /** The value of the same day in the previous period, if any. */
  before: number | null
  beforeDay: string | null
}

interface Props {
  label: string
  days: readonly DayPoint[]
  variant: 'area' | 'bars'
  /** Formats a day for the axis. */
  day: (day: string) => string
  axis: (value: number) => string
  formatTooltip: (point: DayPoint) => { title: string; lines: readonly string[] }
}

/** The minimum number of days for a line. Fewer days are shown as bars and dots. */
const MIN_LINE_POINTS = 3

/** A chart of values per day. A dotted line shows the previous period. */
export function DaysChart({ label, days, variant, day, axis, formatTooltip }: Props) {
  const isShort = days.length < MIN_LINE_POINTS
  const hasBars = isShort || variant === 'bars'
  return (
    <div className="chart-panel__chart">
      <ComposedChart
        {...SIZE_PROPS}
        data={[...days]}
        aria-label={label}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      >
        <CartesianGrid {...GRID_PROPS} />
        <XAxis
          {...AXIS_PROPS}
          dataKey="day"
          tickFormatter={day}
          minTickGap={28}
          interval="preserveStartEnd"
        />
        <YAxis {...AXIS_PROPS} width={48} tickFormatter={axis} allowDecimals={false} tickCount={4} />
        <Tooltip
          content={createTooltip(formatTooltip)}
          isAnimationActive={false}
          cursor={hasBars ? { fill: 'var(--body-text-10)' } : { stroke: 'var(--line-control)' }}
        />
        {hasBars ? (
          <Bar
            dataKey="value"
            fill="var(--accent)"
            radius={[3, 3, 0, 0]}
            maxBarSize={48}
            isAnimationActive={false}
          />
        ) : (
          <Area
            dataKey="value"
            type="linear"
            stroke="var(--accent)"
            strokeWidth={2.5}
            fill="var(--accent)"
            fillOpacity={0.14}
            dot={isShort}
            activeDot={{ r: 5, stroke: 'var(--body-background)', strokeWidth: 2, fill: 'var(--accent)' }}
            isAnimationActive={false}
          />
        )}
        <Line
          dataKey="before"
          type="linear"
          stroke="var(--text-muted)"
          strokeWidth={2}
          strokeDasharray="1 5"
          strokeLinecap="round"
          dot={isShort}
          activeDot={{ r: 4, fill: 'var(--text-muted)', strokeWidth: 0 }}
          isAnimationActive={false}
        />
      </ComposedChart>
    </div>
  )
}
