import type { ReactNode } from 'react'
import './Facts.css'

/** Names and values of an item. Rows without a value are left out. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {rows.map(([name, value]) =>
        value === null || value === undefined || value === '' ? null : (
          <div key={name} className="facts__row">
            <dt className="facts__name">{name}</dt>
            <dd className="facts__value">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
