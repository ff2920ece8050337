import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import './Charts.css'

/** The figures of a chart as a table. The first cell of a row is its heading. */
export interface TableData {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

interface Props {
  title: string
  /** One or two sentences about what the chart shows. They replace the chart for screen readers. */
  summary: string
  /** The data of the table view. */
  table: TableData
  tools?: ReactNode
  legend?: ReactNode
  /** Renders the chart. `label` is its accessible name. */
  children: (label: string) => ReactNode
}

/** A chart with a title and a summary. A button switches between chart and table. */
export function ChartPanel({ title, summary, table, tools, legend, children }: Props) {
  const { t } = useLingui()
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  return (
    <figure className="panel chart-panel" aria-labelledby={id}>
      <figcaption className="chart-panel__head">
        <div className="stack stack--2 chart-panel__text">
          <h3 id={id} className="chart-panel__title">
            {title}
          </h3>
          <p className="muted">{summary}</p>
        </div>
        <div className="cluster">
          {tools}
          <Button
            size="s"
            icon={isTable ? 'chart' : 'table'}
            aria-label={isTable ? t`Chart: ${title}` : t`Table: ${title}`}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? t`Chart` : t`Table`}
          </Button>
        </div>
      </figcaption>
      {isTable ? <DataTable title={title} {...table} /> : children(`${title}. ${summary}`)}
      {isTable ? null : legend}
    </figure>
  )
}

/** The figures of a chart as a table, which scrolls within the height of a chart. */
export function DataTable({ title, columns, rows }: TableData & { title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className="chart-panel__table" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], rowIndex) => (
            // Days of different years can have the same name.
            <tr key={`${name}-${rowIndex}`}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface LegendProps {
  /** The entries, most important first. */
  entries: readonly { look: 'line' | 'dotted' | 'bar' | 'soft'; name: ReactNode }[]
}

/** The legend of a chart. */
export function Legend({ entries }: LegendProps) {
  return (
    <ul className="legend">
      {entries.map(({ look, name }, index) => (
        <li key={look + index}>
          <span className={`legend__mark legend__mark--${look}`} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  )
}
