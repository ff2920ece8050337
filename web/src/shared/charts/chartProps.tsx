import type { ReactNode } from 'react'
import type { TooltipContentProps } from 'recharts'
import './Charts.css'

/** The axes of all charts: without lines, in the channel's colors. */
export const AXIS_PROPS = {
  tick: { fill: 'var(--text-muted)', fontSize: 12 },
  tickLine: false,
  axisLine: false,
  tickMargin: 8,
} as const

export const GRID_PROPS = { vertical: false, stroke: 'var(--line)' } as const

/** The size of all charts: they fill their container. */
export const SIZE_PROPS = { responsive: true, style: { width: '100%', height: '100%' } } as const

interface TooltipContent {
  title: ReactNode
  lines: readonly ReactNode[]
}

/** Create the tooltip for the point under the pointer, or the point that the arrow keys select. */
export const createTooltip =
  <Row,>(formatTooltip: (row: Row) => TooltipContent) =>
  ({ active, payload }: Pick<TooltipContentProps, 'active' | 'payload'>) => {
    const row = payload?.[0]?.payload as Row | undefined
    if (!active || !row) return null
    const { title, lines } = formatTooltip(row)
    return (
      <div className="chart-tooltip" role="status">
        <strong>{title}</strong>
        {lines.map((line, index) => (
          <span key={index}>{line}</span>
        ))}
      </div>
    )
  }
