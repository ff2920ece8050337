import type { ReactNode } from 'react'

interface Props {
  name: ReactNode
  children: ReactNode
  /** What can be done about it. */
  action?: ReactNode
}

/** One thing that is known, in a `<dl className="details">`. */
export function DetailRow({ name, children, action }: Props) {
  return (
    <div className="details__row">
      <dt>{name}</dt>
      <dd>
        <div className="details__value">{children}</div>
        {action}
      </dd>
    </div>
  )
}
