import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useRef } from 'react'
import type { FormDefinition, FormField } from '@/shared/contexts/forms'
import { Slot } from '@/shared/contexts/slots'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { Field, TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { Select } from '@/shared/ui/Select'
import { type CustomFormStore, ROBOT_FIELD } from '../stores/CustomFormStore'

interface Props {
  definition: FormDefinition
  store: Pick<CustomFormStore, 'form' | 'submitCount' | 'submit'>
}

/** The fields of a form as the channel defines them. After a rejection the first invalid field gets the focus. */
export const FormFields = observer(function FormFields({ definition, store }: Props) {
  const errorMessage = useErrorMessage()
  const { form, submitCount } = store
  const formRef = useRef<HTMLFormElement>(null)
  const fieldError = (name: string) => {
    const error = form.errorOf(name)
    return error && errorMessage(error)
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    await store.submit()
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return (
    <form ref={formRef} className="panel stack" noValidate onSubmit={send}>
      {definition.fields.map(field => (
        <FormFieldInput
          key={field.name}
          field={field}
          value={form.values[field.name] ?? ''}
          error={fieldError(field.name)}
          onChange={value => form.change(field.name, value)}
        />
      ))}
      {definition.robot_check ? (
        <Slot
          key={submitCount}
          name="robotCheck"
          slotProps={{ onToken: token => form.change(ROBOT_FIELD, token), error: fieldError(ROBOT_FIELD) }}
        />
      ) : null}
      <FormError message={form.errorMessage === null ? null : errorMessage(form.errorMessage)} />
      <div className="actions">
        <Button submit kind="primary" size="l" busy={form.isBusy}>
          {definition.submit || <Trans>Send</Trans>}
        </Button>
      </div>
      <p className="sr-only" role="status">
        {form.isBusy ? <Trans>One moment</Trans> : null}
      </p>
    </form>
  )
})

interface FieldProps {
  field: FormField
  value: string | boolean
  error?: string
  onChange: (value: string | boolean) => void
}

const AUTO_COMPLETE: Partial<Record<FormField['type'], string>> = { email: 'email', tel: 'tel' }

function FormFieldInput({ field, value, error, onChange }: FieldProps) {
  const { t } = useLingui()
  const { name, type, required, options } = field
  const label = required ? field.label : t`${field.label} (optional)`
  const text = typeof value === 'string' ? value : ''
  if (type === 'checkbox') {
    return (
      <CheckField
        name={name}
        checked={value === true}
        error={error}
        onChange={event => onChange(event.target.checked)}
      >
        {field.label}
      </CheckField>
    )
  }
  if (type === 'select') {
    return (
      <Field label={label} error={error}>
        {ids => (
          <Select
            {...ids}
            label={label}
            all={t`Choose an option`}
            options={options}
            value={text || null}
            onChange={choice => onChange(choice ?? '')}
          />
        )}
      </Field>
    )
  }
  if (type === 'textarea') {
    return (
      <Field label={label} error={error}>
        {ids => (
          <textarea
            {...ids}
            name={name}
            className="input textarea"
            rows={6}
            value={text}
            onChange={event => onChange(event.target.value)}
          />
        )}
      </Field>
    )
  }
  return (
    <TextField
      label={label}
      name={name}
      type={type === 'number' ? 'text' : type}
      inputMode={type === 'number' ? 'decimal' : undefined}
      autoComplete={AUTO_COMPLETE[type]}
      value={text}
      error={error}
      aria-required={required || undefined}
      onChange={event => onChange(event.target.value)}
    />
  )
}
