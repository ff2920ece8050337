import type { ReactNode } from 'react'
import './Option.css'

interface Props {
  /** The name of the radio group. */
  group: string
  checked: boolean
  onChoose: () => void
  title: ReactNode
  line?: ReactNode
  /** Text below `line`, with more emphasis. */
  details?: ReactNode
  /** Content at the end of the card: a price or a brand. */
  end?: ReactNode
}

/** A radio button as a card. The whole card shows the selection. */
export function OptionCard({ group, checked, onChoose, title, line, details, end }: Props) {
  return (
    <label className="option">
      <input type="radio" name={group} checked={checked} onChange={onChoose} />
      <span>
        <strong>{title}</strong>
        {line ? <small>{line}</small> : null}
        {details ? <small className="option__more">{details}</small> : null}
      </span>
      {end}
    </label>
  )
}
