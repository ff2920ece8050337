import { observer } from 'mobx-react-lite'
import type { ChangeEvent } from 'react'
import type { Form } from '@/shared/stores/Form'
import { Field } from '@/shared/ui/Field'
import type { ChannelSettings } from '../../channelSettings'

export interface FieldsProps {
  form: Form<ChannelSettings>
  errorOf: (name: keyof ChannelSettings) => string | undefined
}

type TextName = {
  [Name in keyof ChannelSettings]: ChannelSettings[Name] extends string ? Name : never
}[keyof ChannelSettings]

/** Return the properties of a text field of the settings. */
export const inputProps = ({ form, errorOf }: FieldsProps, name: TextName) => ({
  name,
  value: form.values[name],
  error: errorOf(name),
  onChange: (event: ChangeEvent<HTMLInputElement>) =>
    form.change(name, event.target.value as ChannelSettings[typeof name]),
})

interface ChoiceProps extends FieldsProps {
  name: TextName
  label: string
  options: readonly (readonly [value: string, label: string])[]
}

/** A field of the settings with a choice of values. */
export const ChoiceField = observer(function ChoiceField({
  form,
  errorOf,
  name,
  label,
  options,
}: ChoiceProps) {
  return (
    <Field label={label} error={errorOf(name)}>
      {ids => (
        <select
          {...ids}
          className="select"
          value={form.values[name]}
          onChange={event => form.change(name, event.target.value as ChannelSettings[typeof name])}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
})
