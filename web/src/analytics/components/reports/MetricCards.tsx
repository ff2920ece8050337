import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** A row of metric cards. */
export function MetricCards({ children }: { children: ReactNode }) {
  return <dl className="metric-cards">{children}</dl>
}

interface Props {
  name: ReactNode
  value: ReactNode
  /** The previous value, if there is a comparison. */
  previous?: ReactNode
  change?: ReactNode
  /** A short explanation. */
  note?: ReactNode
}

/** A metric with its value, the previous value and the change. */
export function MetricCard({ name, value, previous, change, note }: Props) {
  return (
    <div className="metric-card">
      <dt>{name}</dt>
      <dd>
        <strong className="metric-card__value display">{value}</strong>
        {change || previous ? (
          <span className="metric-card__previous">
            {change}
            {previous ? (
              <span className="muted">
                <Trans>vs. {previous}</Trans>
              </span>
            ) : null}
          </span>
        ) : null}
        {note ? <span className="muted">{note}</span> : null}
      </dd>
    </div>
  )
}
