import type { ReactNode } from 'react'
import './Table.css'

interface Props {
  headings: readonly string[]
  /** More cells at the end. */
  children?: ReactNode
}

/** The row of headings of a table. On small screens, cells show theirs from `data-label`. */
export function TableHead({ headings, children }: Props) {
  return (
    <thead>
      <tr>
        {headings.map(heading => (
          <th key={heading} scope="col">
            {heading}
          </th>
        ))}
        {children}
      </tr>
    </thead>
  )
}
