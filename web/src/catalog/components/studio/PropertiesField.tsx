import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { EntryValue } from '@/shared/studio/entries'
import { toText } from '@/shared/studio/localizedText'
import { Field } from '@/shared/ui/Field'
import { Select } from '@/shared/ui/Select'
import { withField } from '../../contentFields'
import { useCatalog } from '../../context'
import type { FieldProps } from './fieldProps'
import { useSectionEntries } from './useSectionEntries'

/** The divisions and conferences of a school: a choice for each kind that the channel has. */
export const PropertiesField = observer(function PropertiesField({
  value,
  error,
  onChange,
}: FieldProps<'properties'>) {
  const { t, i18n } = useLingui()
  const { language } = useCatalog().shell.channel.settings
  const chosen = (value ?? {}) as Readonly<Record<string, string>>
  const nameOf = ({ key, name }: EntryValue) => toText(name, i18n.locale, language) || String(key)
  return useSectionEntries('properties').map(({ key, value: property }) => {
    const label = nameOf({ ...property, key })
    const values = (property.values ?? []) as readonly EntryValue[]
    return (
      <Field key={key} label={label} error={error}>
        {ids => (
          <Select
            label={label}
            all={t`None`}
            options={values.map(item => ({ value: String(item.key), label: nameOf(item) }))}
            value={chosen[key] ?? null}
            onChange={choice => {
              const next = withField(chosen, key, choice ?? undefined)
              onChange(Object.keys(next).length ? next : undefined)
            }}
            {...ids}
          />
        )}
      </Field>
    )
  })
})
