import { Combobox } from '@base-ui/react/combobox'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Field } from './Field'
import type { Option } from './Select'
import './ComboboxField.css'

interface Props {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  placeholder?: string
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
  autoFocus?: boolean
  /** Finds the options for a typed text. Without it, the text filters the options. */
  onSearch?: (text: string) => void
}

/** A field for one of many options: typing filters them, the arrow keys move, Enter selects. Import it lazily. */
export function ComboboxField({
  label,
  hint,
  error,
  placeholder,
  options,
  value,
  onChange,
  autoFocus,
  onSearch,
}: Props) {
  const { t } = useLingui()
  const selected = options.find(option => option.value === value) ?? null
  return (
    <Combobox.Root
      items={options}
      value={selected}
      onValueChange={option => onChange(option?.value ?? '')}
      isItemEqualToValue={(option, current) => option.value === current.value}
      filter={onSearch ? null : undefined}
      onInputValueChange={(text, { reason }) => reason === 'input-change' && onSearch?.(text)}
      autoHighlight
    >
      <Field label={label} hint={hint} error={error}>
        {ids => <Combobox.Input {...ids} className="input" placeholder={placeholder} autoFocus={autoFocus} />}
      </Field>
      <Combobox.Portal>
        <Combobox.Positioner className="combobox-place" sideOffset={4}>
          <Combobox.Popup className="combobox">
            <Combobox.Empty className="combobox__empty">{t`Nothing found`}</Combobox.Empty>
            <Combobox.List>
              {(option: Option) => (
                <Combobox.Item key={option.value} value={option} className="combobox__item">
                  {option.label}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
