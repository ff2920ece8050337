import { CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts'
import { AXIS_PROPS, createTooltip, GRID_PROPS, SIZE_PROPS } from './chartProps'
import { roundTicks, timeTicks } from './ticks'

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
  const known = points.flatMap(({ value, second }) => [value, second]).filter(value => value !== null)
  const ticks = roundTicks(Math.min(low, ...known), Math.max(high, ...known))
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
          ticks={timeTicks(...range)}
          tickFormatter={time}
          minTickGap={36}
        />
        <YAxis
          {...AXIS_PROPS}
          width={72}
          tickFormatter={axis}
          ticks={ticks}
          interval={0}
          domain={[ticks[0] as number, ticks.at(-1) as number]}
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
