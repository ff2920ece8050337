import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { AXIS_PROPS, createTooltip, GRID_PROPS, SIZE_PROPS } from './chartProps'

export interface BarPoint {
  name: string
  value: number
}

interface Props {
  label: string
  bars: readonly BarPoint[]
  axis: (value: number) => string
  formatTooltip: (bar: BarPoint) => { title: string; lines: readonly string[] }
  /** Whether to show a small chart without axes. */
  small?: boolean
}

/** A bar chart. */
export function BarsChart({ label, bars, axis, formatTooltip, small }: Props) {
  return (
    <div className={small ? 'chart-panel__chart chart-panel__chart--small' : 'chart-panel__chart'}>
      <BarChart
        {...SIZE_PROPS}
        data={[...bars]}
        aria-label={label}
        barCategoryGap={small ? '20%' : '12%'}
        margin={{ top: 8, right: small ? 0 : 8, bottom: 0, left: 0 }}
      >
        {small ? null : <CartesianGrid {...GRID_PROPS} />}
        <XAxis {...AXIS_PROPS} dataKey="name" minTickGap={12} hide={small} />
        <YAxis
          {...AXIS_PROPS}
          width={48}
          tickFormatter={axis}
          allowDecimals={false}
          tickCount={4}
          hide={small}
        />
        <Tooltip
          content={createTooltip(formatTooltip)}
          isAnimationActive={false}
          cursor={{ fill: 'var(--body-text-10)' }}
          allowEscapeViewBox={{ x: false, y: small ?? false }}
        />
        <Bar
          dataKey="value"
          fill="var(--accent)"
          radius={[3, 3, 0, 0]}
          minPointSize={small ? 2 : 0}
          isAnimationActive={false}
        />
      </BarChart>
    </div>
  )
}
