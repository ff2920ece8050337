import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '@/shared/ui/Button'

/** Figures as a table: the first cell of a row names it. */
export interface TableData {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

interface Props {
  title: string
  /** What the plot shows, in a sentence or two: for everybody, and most for those who cannot see it. */
  summary: string
  /** The figures themselves, for those who want them. */
  figures: TableData
  tools?: ReactNode
  legend?: ReactNode
  /** The plot; `label` names it for readers. */
  children: (label: string) => ReactNode
}

/** A plot with its name, what it says in words, and its figures as a table behind a button. */
export function ChartPanel({ title, summary, figures, tools, legend, children }: Props) {
  const { t } = useLingui()
  const id = useId()
  const [asTable, setAsTable] = useState(false)
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
            icon={asTable ? 'chart' : 'table'}
            aria-label={asTable ? t`Chart: ${title}` : t`Table: ${title}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? t`Chart` : t`Table`}
          </Button>
        </div>
      </figcaption>
      {asTable ? <DataTable title={title} {...figures} /> : children(`${title}. ${summary}`)}
      {asTable ? null : legend}
    </figure>
  )
}

/** A table of figures, as long as it wants to be in the room of a plot. */
export function DataTable({ title, columns, rows }: TableData & { title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="chart-panel__table" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(each => (
              <th key={each} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            // Two days of two years bear one name.
            <tr key={`${name}-${row}`}>
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
  /** What the lines are, in the order in which they matter. */
  lines: readonly { look: 'line' | 'dotted' | 'bar' | 'soft'; name: ReactNode }[]
}

/** What the lines of a plot are. */
export function Legend({ lines }: LegendProps) {
  return (
    <ul className="legend">
      {lines.map(({ look, name }, index) => (
        <li key={look + index}>
          <span className={`legend__mark legend__mark--${look}`} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  )
}
