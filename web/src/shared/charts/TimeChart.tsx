import { CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts'
import { AXIS_PROPS, createTooltip, GRID_PROPS, SIZE_PROPS } from './chartProps'

/** The values at an instant, in milliseconds since the epoch. Lines have a gap where a value is null. */
export interface TimePoint {
  at: number
  value: number | null
  /** The value of a second, dotted line. */
  second: number | null
}

interface Props {
  label: string
  points: readonly TimePoint[]
  /** The range of the time axis, in milliseconds since the epoch. */
  range: readonly [from: number, to: number]
  /** The range of the values. The chart extends it for values outside. */
  values: readonly [from: number, to: number]
  time: (instant: number) => string
  axis: (value: number) => string
  formatTooltip: (point: TimePoint) => { title: string; lines: readonly string[] }
}

/** A chart of values over the last minutes or hours. */
export function TimeChart({ label, points, range, values: [low, high], time, axis, formatTooltip }: Props) {
  return (
    <div className="chart-panel__chart">
      <ComposedChart
        {...SIZE_PROPS}
        data={[...points]}
        aria-label={label}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      >
        <CartesianGrid {...GRID_PROPS} />
        <XAxis
          {...AXIS_PROPS}
          dataKey="at"
          type="number"
          scale="time"
          domain={[...range]}
          tickFormatter={time}
          minTickGap={36}
        />
        <YAxis
          {...AXIS_PROPS}
          width={56}
          tickFormatter={axis}
          tickCount={4}
          domain={[min => Math.min(low, min), max => Math.max(high, max)]}
        />
        <Tooltip
          content={createTooltip(formatTooltip)}
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-control)' }}
        />
        <Line
          dataKey="second"
          stroke="var(--body-text-70)"
          strokeWidth={2}
          strokeDasharray="2 4"
          dot={false}
          isAnimationActive={false}
        />
        <Line
          dataKey="value"
          stroke="var(--accent)"
          strokeWidth={2.5}
          dot={false}
          activeDot={{ r: 5, stroke: 'var(--body-background)', strokeWidth: 2, fill: 'var(--accent)' }}
          isAnimationActive={false}
        />
      </ComposedChart>
    </div>
  )
}
