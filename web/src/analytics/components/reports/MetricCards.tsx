import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** Big figures side by side, each with its name. */
export function MetricCards({ children }: { children: ReactNode }) {
  return <dl className="metric-cards">{children}</dl>
}

interface Props {
  name: ReactNode
  value: ReactNode
  /** What it was before, where it is held against that. */
  before?: ReactNode
  change?: ReactNode
  /** What it means, in a few words. */
  note?: ReactNode
}

/** One figure, what it was before, and how much that is more or less. */
export function MetricCard({ name, value, before, change, note }: Props) {
  return (
    <div className="metric-card">
      <dt>{name}</dt>
      <dd>
        <strong className="metric-card__value display">{value}</strong>
        {change || before ? (
          <span className="metric-card__previous">
            {change}
            {before ? (
              <span className="muted">
                <Trans>vs. {before}</Trans>
              </span>
            ) : null}
          </span>
        ) : null}
        {note ? <span className="muted">{note}</span> : null}
      </dd>
    </div>
  )
}
