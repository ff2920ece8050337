import type { ReactNode } from 'react'
import './DetailList.css'

/** Names and values of an item. Rows without a value are left out. */
export function DetailList({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="detail-list">
      {rows.map(([name, value]) =>
        value === null || value === undefined || value === '' ? null : (
          <div key={name} className="detail-list__row">
            <dt className="detail-list__name">{name}</dt>
            <dd className="detail-list__value">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
