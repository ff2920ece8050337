import type { ComboboxField as Field } from '@/shared/ui/ComboboxField'

/** `ComboboxField` for tests without a layout: a select element, and fields that search and create options. */
export const ComboboxField = ({
  label,
  options,
  value,
  onChange,
  onCreate,
  onSearch,
}: Parameters<typeof Field>[0]) => (
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
    {onSearch ? (
      <input aria-label={`Search ${label}`} onChange={({ target }) => onSearch(target.value)} />
    ) : null}
    {onCreate ? (
      <input aria-label={`Create ${label}`} onChange={({ target }) => onCreate(target.value)} />
    ) : null}
  </>
)
