import type { ReactNode } from 'react'
import { cx } from './cx'
import { Icon } from './Icon'
import './Chips.css'

export interface Choice<Value extends string | number> {
  value: Value
  label: ReactNode
  /** The accessible name, required if the label is an image or a single letter. */
  name?: string
  image?: string
}

interface ChipsProps<Value extends string | number> {
  /** The name of the group for screen readers, such as "Categories". */
  label: string
  choices: readonly Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  wrap?: boolean
}

/** A single choice of a few visible options: the main choice of a screen. */
export function Chips<Value extends string | number>(props: ChipsProps<Value>) {
  const { label, choices, value, onChange, wrap } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways
    <div className={cx('chips', wrap && 'chips--wrap')} role="group" aria-label={label}>
      {choices.map(choice => (
        <button
          key={choice.value}
          type="button"
          className="chip"
          aria-pressed={choice.value === value}
          aria-label={choice.name}
          onClick={() => onChange(choice.value)}
        >
          {choice.image ? <img src={choice.image} alt="" width="22" height="22" /> : null}
          {choice.label}
        </button>
      ))}
    </div>
  )
}

interface RemovableProps {
  /** The action for screen readers, such as "Remove filter Hockey". */
  label: string
  onRemove: () => void
  children: ReactNode
}

/** An active filter with a button that removes it. */
export function RemovableChip({ label, onRemove, children }: RemovableProps) {
  return (
    <button type="button" className="chip chip--remove" aria-label={label} onClick={onRemove}>
      {children}
      <Icon name="x" size="s" />
    </button>
  )
}
