import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { toText } from '@/shared/studio/localizedText'
import { Button } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { Field } from '@/shared/ui/Field'
import { type Option, Select } from '@/shared/ui/Select'
import { findSection } from '../../contentSections'
import { useCatalog } from '../../context'
import type { FieldProps } from './fieldProps'
import { useSectionEntries } from './useSectionEntries'

/** The entry of another section that an entry names. */
export const ReferenceField = observer(function ReferenceField({
  field,
  value,
  error,
  onChange,
}: FieldProps<'reference'>) {
  const { t } = useLingui()
  const options = useEntryOptions(field.section)
  const current = typeof value === 'string' ? value : null
  const isKnown = current === null || options.some(option => option.value === current)
  return (
    <Field label={t(field.label)} hint={field.hint && t(field.hint)} error={error}>
      {ids => (
        <Select
          label={t(field.label)}
          all={t`None`}
          options={isKnown ? options : [{ value: current, label: current }, ...options]}
          value={current}
          onChange={key => onChange(key ?? undefined)}
          {...ids}
        />
      )}
    </Field>
  )
})

/** Up to this number of entries, each has a checkbox. */
const MAX_CHECKBOXES = 12

/** The entries of another section that an entry names. */
export const ReferencesField = observer(function ReferencesField({
  field,
  value,
  error,
  onChange,
}: FieldProps<'references'>) {
  const { t } = useLingui()
  const options = useEntryOptions(field.section)
  const chosen = (value ?? []) as readonly string[]
  const toggle = (key: string) => {
    const keys = chosen.includes(key) ? chosen.filter(other => other !== key) : [...chosen, key]
    onChange(keys.length ? keys : undefined)
  }
  return (
    <fieldset className="field">
      <legend className="label">{t(field.label)}</legend>
      {field.hint ? <p className="hint">{t(field.hint)}</p> : null}
      {options.length > MAX_CHECKBOXES ? (
        <ChosenEntries label={t(field.label)} options={options} chosen={chosen} onToggle={toggle} />
      ) : (
        <div className="cluster">
          {options.map(option => (
            <CheckField
              key={option.value}
              checked={chosen.includes(option.value)}
              onChange={() => toggle(option.value)}
            >
              {option.label}
            </CheckField>
          ))}
        </div>
      )}
      {error ? <p className="error">{error}</p> : null}
    </fieldset>
  )
})

interface ChosenEntriesProps {
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  onToggle: (key: string) => void
}

/** The chosen ones of many entries, each with a button that removes it, and a list to add others. */
function ChosenEntries({ label, options, chosen, onToggle }: ChosenEntriesProps) {
  const { t } = useLingui()
  const labelOf = (key: string) => options.find(({ value }) => value === key)?.label ?? key
  return (
    <div className="cluster">
      {chosen.map(key => {
        const name = labelOf(key)
        return (
          <Button key={key} size="s" icon="x" aria-label={t`Remove ${name}`} onClick={() => onToggle(key)}>
            {name}
          </Button>
        )
      })}
      <Select
        label={label}
        all={t`Add…`}
        options={options.filter(({ value }) => !chosen.includes(value))}
        value={null}
        onChange={key => key && onToggle(key)}
      />
    </div>
  )
}

/** Return the entries of a section by name. */
export function useEntryOptions(section: string): Option[] {
  const { i18n } = useLingui()
  const { language } = useCatalog().shell.channel.settings
  const nameField = findSection(section)?.nameField ?? 'name'
  return useSectionEntries(section)
    .map(({ key, value }) => ({ value: key, label: toText(value[nameField], i18n.locale, language) || key }))
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.locale))
}
