import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { CheckField } from '@/shared/ui/CheckField'
import { Field, TextField } from '@/shared/ui/Field'
import { Select } from '@/shared/ui/Select'
import { useCatalog } from '../../context'
import { dayOf, withDay } from '../../entryDate'
import { toInput } from '../../eventForm'
import { ColorField, ColorsField } from './ColorFields'
import { EventField } from './EventField'
import type { FieldProps } from './fieldProps'
import { LocalizedField, MarkdownField } from './LocalizedFields'
import { PictureField } from './PictureField'
import { PropertiesField } from './PropertiesField'
import { ReferenceField, ReferencesField } from './ReferenceFields'

/** A field of an entry's form, by its kind. */
export function ContentFieldInput({ field, ...rest }: FieldProps) {
  switch (field.kind) {
    case 'localized':
      return <LocalizedField field={field} {...rest} />
    case 'markdown':
      return <MarkdownField field={field} {...rest} />
    case 'reference':
      return <ReferenceField field={field} {...rest} />
    case 'event':
      return <EventField field={field} {...rest} />
    case 'properties':
      return <PropertiesField field={field} {...rest} />
    case 'references':
      return <ReferencesField field={field} {...rest} />
    case 'picture':
      return <PictureField field={field} {...rest} />
    case 'color':
      return <ColorField field={field} {...rest} />
    case 'colors':
      return <ColorsField field={field} {...rest} />
    case 'choice':
      return <ChoiceField field={field} {...rest} />
    case 'date':
      return <DateField field={field} {...rest} />
    case 'time':
      return <TimeField field={field} {...rest} />
    case 'check':
      return <SwitchField field={field} {...rest} />
    default:
      return <LineField field={field} {...rest} />
  }
}

/** A choice. A value that only a pack has named stays a choice, too. */
function ChoiceField({ field, value, error, onChange }: FieldProps<'choice'>) {
  const { t } = useLingui()
  const options = field.choices.map(({ value, label }) => ({ value, label: t(label) }))
  if (typeof value === 'string' && !options.some(option => option.value === value))
    options.push({ value, label: value })
  return (
    <Field label={t(field.label)} hint={field.hint && t(field.hint)} error={error}>
      {ids => (
        <Select
          label={t(field.label)}
          all={field.noneLabel ? t(field.noneLabel) : t`None`}
          options={options}
          value={typeof value === 'string' ? value : null}
          onChange={choice => onChange(choice ?? undefined)}
          {...ids}
        />
      )}
    </Field>
  )
}

/** A checkbox. Its usual state is left out of the entry. */
function SwitchField({ field, value, error, onChange }: FieldProps<'check'>) {
  const { t } = useLingui()
  const usual = !field.isOff
  return (
    <CheckField
      checked={typeof value === 'boolean' ? value : usual}
      error={error}
      onChange={({ target }) => onChange(target.checked === usual ? undefined : target.checked)}
    >
      {t(field.label)}
    </CheckField>
  )
}

/** A day. The browser shows it in the reader's language. */
function DateField({ field, value, error, onChange }: FieldProps) {
  const { t } = useLingui()
  const date = typeof value === 'string' ? value : ''
  return (
    <TextField
      label={t(field.label)}
      hint={field.hint && t(field.hint)}
      error={error}
      name={field.name}
      type="date"
      value={dayOf(date)}
      onChange={({ target }) => onChange(target.value ? withDay(date, target.value) : undefined)}
    />
  )
}

/** A day and time in the channel's time zone. */
function TimeField({ field, value, error, onChange }: FieldProps) {
  const { t } = useLingui()
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  return (
    <TextField
      label={t(field.label)}
      hint={field.hint && t(field.hint)}
      error={error}
      name={field.name}
      type="datetime-local"
      value={toInput(value, timeZone)}
      onChange={({ target }) => onChange(target.value ? target.value.replace('T', ' ') : undefined)}
    />
  )
}

/** One line of text, a number or a time zone. */
function LineField({ field, value, error, onChange }: FieldProps) {
  const { t } = useLingui()
  const listId = useId()
  const isNumber = field.kind === 'number'
  const isTimeZone = field.kind === 'timeZone'
  return (
    <>
      <TextField
        label={t(field.label)}
        hint={field.hint && t(field.hint)}
        error={error}
        name={field.name}
        type={isNumber ? 'number' : 'text'}
        list={isTimeZone ? listId : undefined}
        value={value === undefined || value === null ? '' : String(value)}
        onChange={({ target }) =>
          onChange(target.value === '' ? undefined : isNumber ? target.valueAsNumber : target.value)
        }
      />
      {isTimeZone ? (
        <datalist id={listId}>
          {Intl.supportedValuesOf('timeZone').map(zone => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      ) : null}
    </>
  )
}
