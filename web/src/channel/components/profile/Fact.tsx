import type { ReactNode } from 'react'

interface Props {
  name: ReactNode
  children: ReactNode
  /** What can be done about it. */
  action?: ReactNode
}

/** One thing that is known, in a `<dl className="facts">`. */
export function Fact({ name, children, action }: Props) {
  return (
    <div className="facts__row">
      <dt>{name}</dt>
      <dd>
        <div className="facts__value">{children}</div>
        {action}
      </dd>
    </div>
  )
}
