import type { ReactNode } from 'react'
import './Option.css'

interface Props {
  /** Of the group: one of them is chosen. */
  group: string
  checked: boolean
  onChoose: () => void
  title: ReactNode
  line?: ReactNode
  /** Below the line, and stronger. */
  details?: ReactNode
  /** At its end: a price, a brand. */
  end?: ReactNode
}

/** One of a few things to choose, highlighted as a whole. */
export function OptionCard({ group, checked, onChoose, title, line, details: more, end }: Props) {
  return (
    <label className="option">
      <input type="radio" name={group} checked={checked} onChange={onChoose} />
      <span>
        <strong>{title}</strong>
        {line ? <small>{line}</small> : null}
        {more ? <small className="option__more">{more}</small> : null}
      </span>
      {end}
    </label>
  )
}
