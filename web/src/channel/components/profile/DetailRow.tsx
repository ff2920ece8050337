import type { ReactNode } from 'react'

interface Props {
  name: ReactNode
  children: ReactNode
  /** An action for the detail, such as a button. */
  action?: ReactNode
}

/** A detail with its name, in a `<dl className="details">`. */
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
