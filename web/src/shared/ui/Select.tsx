import './Field.css'

export interface Option {
  value: string
  label: string
}

interface Props {
  /** Read aloud; where nothing is chosen, `all` is shown. */
  label: string
  all: string
  options: readonly Option[]
  value: string | null
  onChange: (value: string | null) => void
  id?: string
  className?: string
}

/** One choice out of many, with the browser's own list: the one that every phone and reader knows. */
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
