import type { ReactNode } from 'react'
import type { TooltipContentProps } from 'recharts'

/** What all plots look like: quiet axes, colours of the channel alone. */
export const AXIS_PROPS = {
  tick: { fill: 'var(--text-muted)', fontSize: 12 },
  tickLine: false,
  axisLine: false,
  tickMargin: 8,
} as const

export const GRID_PROPS = { vertical: false, stroke: 'var(--line)' } as const

/** The size of a plot is its place's; nothing in it moves by itself. */
export const SIZE_PROPS = { responsive: true, style: { width: '100%', height: '100%' } } as const

interface TooltipContent {
  title: ReactNode
  lines: readonly ReactNode[]
}

/** What is said of the place under the pointer, or that the arrow keys have come to. */
export const createTooltip =
  <Row,>(say: (row: Row) => TooltipContent) =>
  ({ active, payload }: Pick<TooltipContentProps, 'active' | 'payload'>) => {
    const row = payload?.[0]?.payload as Row | undefined
    if (!active || !row) return null
    const { title, lines } = say(row)
    return (
      <div className="chart-tooltip" role="status">
        <strong>{title}</strong>
        {lines.map((line, index) => (
          <span key={index}>{line}</span>
        ))}
      </div>
    )
  }
