import type { ComboboxField as Field } from '@/shared/ui/ComboboxField'

/** `ComboboxField` for tests without a layout: a select element, and a field whose text creates an option. */
export const ComboboxField = ({ label, options, value, onChange, onCreate }: Parameters<typeof Field>[0]) => (
  <>
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="" />
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
    {onCreate ? (
      <input aria-label={`Create ${label}`} onChange={({ target }) => onCreate(target.value)} />
    ) : null}
  </>
)
