import type { ReactNode } from 'react'
import './Option.css'

interface OptionsProps {
  /** What is chosen. */
  label: string
  children: ReactNode
}

/** Cards of which one is chosen, each the whole of what it says. */
export function Options({ label, children }: OptionsProps) {
  return (
    <div className="options" role="radiogroup" aria-label={label}>
      {children}
    </div>
  )
}

interface OptionProps {
  /** The same for all that belong together. */
  name: string
  checked: boolean
  onChoose: () => void
  title: ReactNode
  /** A line below the title. */
  line?: ReactNode
  /** At the right edge: a price, a mark. */
  end?: ReactNode
}

/** One of the cards: a radio button that is as large as its words. */
export function Option({ name, checked, onChoose, title, line, end }: OptionProps) {
  return (
    <label className="option">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span>
        <strong>{title}</strong>
        {line ? <small>{line}</small> : null}
      </span>
      {end ? <span className="option__end">{end}</span> : null}
    </label>
  )
}
