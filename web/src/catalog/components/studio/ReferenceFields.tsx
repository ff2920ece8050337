import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { toText } from '@/shared/studio/localizedText'
import { CheckField } from '@/shared/ui/CheckField'
import { Field } from '@/shared/ui/Field'
import { type Option, Select } from '@/shared/ui/Select'
import { findSection } from '../../contentSections'
import { useCatalog } from '../../context'
import { entriesStore } from '../../stores/EntriesStore'
import type { FieldProps } from './fieldProps'

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
      {error ? <p className="error">{error}</p> : null}
    </fieldset>
  )
})

/** Return the entries of a section by name. */
export function useEntryOptions(section: string): Option[] {
  const { i18n } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(entriesStore)
  const loaded = store.section(section)
  const isMissing = loaded.value === null
  useEffect(() => {
    if (isMissing) void store.load(section)
  }, [isMissing, section, store])
  const { language } = catalog.shell.channel.settings
  const nameField = findSection(section)?.nameField ?? 'name'
  return (loaded.value?.entries ?? [])
    .map(({ key, value }) => ({ value: key, label: toText(value[nameField], i18n.locale, language) || key }))
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.locale))
}
