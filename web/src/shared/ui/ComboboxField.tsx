import { Combobox } from '@base-ui/react/combobox'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
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
  /** Called with a text that is no option, if the viewer chooses to create it. By default, that is not offered. */
  onCreate?: (text: string) => void
  autoFocus?: boolean
  /** Finds the options for a typed text. Without it, the text filters the options. */
  onSearch?: (text: string) => void
}

/** The value of the choice that creates an option. */
const CREATE = ''

/** A field for one of many options: typing filters them, the arrow keys move, Enter selects. Import it lazily. */
export function ComboboxField({
  label,
  hint,
  error,
  placeholder,
  options,
  value,
  onChange,
  onCreate,
  autoFocus,
  onSearch,
}: Props) {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const selected = options.find(option => option.value === value) ?? null
  const createLabel = (text: string) => t`Create “${text}”`
  const typed = query.trim()
  const isKnown = options.some(({ label }) => label.toLowerCase() === typed.toLowerCase())
  const items = onCreate && typed && !isKnown ? [...options, { value: CREATE, label: typed }] : options

  function choose(option: Option | null) {
    if (onCreate && option?.value === CREATE) onCreate(option.label)
    else onChange(option?.value ?? '')
  }

  return (
    <Combobox.Root
      items={items}
      value={selected}
      onValueChange={choose}
      isItemEqualToValue={(option, current) => option.value === current.value}
      filter={onSearch ? null : undefined}
      onInputValueChange={(text, { reason }) => {
        setQuery(text)
        if (reason === 'input-change') onSearch?.(text)
      }}
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
                  {option.value === CREATE ? createLabel(option.label) : option.label}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
