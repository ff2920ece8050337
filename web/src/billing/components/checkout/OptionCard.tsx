import type { ReactNode } from 'react'
import './Option.css'

interface Props {
  /** The name of the radio group. */
  group: string
  checked: boolean
  onSelect: () => void
  title: ReactNode
  description?: ReactNode
  /** Text below the description, with more emphasis. */
  details?: ReactNode
  /** Content at the end of the card: a price or a brand. */
  end?: ReactNode
}

/** A radio button as a card. The whole card shows the selection. */
export function OptionCard({ group, checked, onSelect, title, description, details, end }: Props) {
  return (
    <label className="option">
      <input type="radio" name={group} checked={checked} onChange={onSelect} />
      <span>
        <strong>{title}</strong>
        {description ? <small>{description}</small> : null}
        {details ? <small className="option__more">{details}</small> : null}
      </span>
      {end}
    </label>
  )
}
