import './Field.css'

export interface Option {
  value: string
  label: string
}

interface Props {
  /** The accessible name. `all` is shown if nothing is selected. */
  label: string
  all: string
  options: readonly Option[]
  value: string | null
  onChange: (value: string | null) => void
  id?: string
  className?: string
}

/** A single choice of many options: a native select element, which every phone and screen reader supports. */
export function Select({ label, all, options, value, onChange, id, className }: Props) {
  return (
    <select
      id={id}
      className={className ? `select ${className}` : 'select'}
      aria-label={id ? undefined : label}
      value={value ?? ''}
      onChange={event => onChange(event.target.value || null)}
    >
      <option value="">{all}</option>
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
