import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { SubmitEvent } from 'react'
import type { Form } from '@/shared/stores/Form'
import { Button } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { type EndpointDetails, EVENT_TYPES } from '../../webhooksApi'
import { useFormFields } from '../auth/useFormFields'
import { useWebhookTexts } from './useWebhookTexts'

interface Props {
  form: Form<EndpointDetails>
  isNew: boolean
  onSave: () => void
  onCancel: () => void
}

/** The form of a webhook endpoint: its URL, a description and its event types. */
export const EndpointForm = observer(function EndpointForm({ form, isNew, onSave, onCancel }: Props) {
  const { t } = useLingui()
  const { typeName } = useWebhookTexts()
  const { text, errorOf, refusal } = useFormFields(form)
  const { event_types: chosen } = form.values
  const typesError = errorOf('event_types')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSave()
  }

  return (
    <form className="panel stack" noValidate onSubmit={submit}>
      <h2 className="display h3">{isNew ? t`Add endpoint` : t`Edit endpoint`}</h2>
      <TextField {...text('url')} label={t`URL`} type="url" autoComplete="off" placeholder="https://" />
      <TextField {...text('description')} label={t`Description`} maxLength={200} />
      <fieldset className="webhook-types">
        <legend>{t`Events`}</legend>
        {EVENT_TYPES.map(type => (
          <CheckField
            key={type}
            checked={chosen.includes(type)}
            onChange={({ target }) =>
              form.change(
                'event_types',
                target.checked ? [...chosen, type] : chosen.filter(other => other !== type),
              )
            }
          >
            {typeName(type)}
          </CheckField>
        ))}
      </fieldset>
      {typesError ? <FormError message={typesError} /> : null}
      <FormError message={refusal} />
      <div className="actions">
        <Button kind="primary" submit busy={form.isBusy}>
          <Trans>Save endpoint</Trans>
        </Button>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
})
