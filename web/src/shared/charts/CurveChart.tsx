import { Area, AreaChart, CartesianGrid, ReferenceArea, Tooltip, XAxis, YAxis } from 'recharts'
import { formatPlayTime } from '@/shared/format/playTime'
import { AXIS_PROPS, createTooltip, GRID_PROPS, SIZE_PROPS } from './chartProps'

export interface CurvePoint {
  position: number
  views: number
  share: number
}

interface Props {
  label: string
  points: readonly CurvePoint[]
  /** The moments to highlight. The chart numbers them in this order. */
  moments: readonly { position: number; seconds: number }[]
  axis: (share: number) => string
  formatTooltip: (point: CurvePoint) => { title: string; lines: readonly string[] }
}

/** A chart of the share of viewers who are still watching, from the start to the end of a game. */
export function CurveChart({ label, points, moments, axis, formatTooltip }: Props) {
  const end = points.at(-1)?.position ?? 0
  return (
    <div className="chart-panel__chart">
      <AreaChart
        {...SIZE_PROPS}
        data={[...points]}
        aria-label={label}
        margin={{ top: 20, right: 12, bottom: 0, left: 0 }}
      >
        <CartesianGrid {...GRID_PROPS} />
        <XAxis
          {...AXIS_PROPS}
          dataKey="position"
          type="number"
          domain={[0, end]}
          ticks={ticksTo(end)}
          tickFormatter={formatPlayTime}
          minTickGap={24}
        />
        <YAxis
          {...AXIS_PROPS}
          width={48}
          domain={[0, 1]}
          ticks={[0, 0.25, 0.5, 0.75, 1]}
          tickFormatter={axis}
        />
        <Tooltip
          content={createTooltip(formatTooltip)}
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-control)' }}
        />
        {moments.map(({ position, seconds }, index) => (
          <ReferenceArea
            key={position}
            x1={position}
            x2={Math.min(end, Math.max(position + seconds, position + end / 200))}
            fill="var(--body-text)"
            fillOpacity={0.16}
            label={{
              value: String(index + 1),
              position: 'top',
              fill: 'var(--text-strong)',
              fontSize: 12,
              fontWeight: 700,
            }}
          />
        ))}
        <Area
          dataKey="share"
          type="linear"
          stroke="var(--accent)"
          strokeWidth={2.5}
          fill="var(--accent)"
          fillOpacity={0.14}
          activeDot={{ r: 5, stroke: 'var(--body-background)', strokeWidth: 2, fill: 'var(--accent)' }}
          isAnimationActive={false}
        />
      </AreaChart>
    </div>
  )
}

/** Return at most nine positions for ticks, in seconds, at round times. Long games have one per hour. */
function ticksTo(end: number): number[] {
  const step = [15, 60, 120, 300, 600, 900, 1800].find(each => end / each <= 8) ?? 3600
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step)
}
