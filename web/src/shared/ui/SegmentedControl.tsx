import type { ReactNode } from 'react'
import type { Choice } from './Chips'
import { Icon, type IconName } from './Icon'
import './SegmentedControl.css'

interface Segment<Value extends string> extends Choice<Value> {
  /** The icon that replaces the label. The label becomes the accessible name. */
  icon?: IconName
  before?: ReactNode
}

interface Props<Value extends string> {
  label: string
  choices: readonly Segment<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  className?: string
}

/** A single choice of two to four options. */
export function SegmentedControl<Value extends string>({
  label,
  choices,
  value,
  onChange,
  className,
}: Props<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline in every browser
    <div className={className ? `segmented ${className}` : 'segmented'} role="group" aria-label={label}>
      {choices.map(choice => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          aria-label={choice.name ?? (choice.icon ? String(choice.label) : undefined)}
          onClick={() => onChange(choice.value)}
        >
          {choice.before}
          {choice.icon ? <Icon name={choice.icon} /> : choice.label}
        </button>
      ))}
    </div>
  )
}
