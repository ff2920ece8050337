import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ComponentProps, SubmitEvent } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { Form } from '@/shared/stores/Form'
import { Button } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { Field, TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { useCatalog } from '../../../context'
import { isSrt, RESTREAM_SERVICES, type RestreamService, type TargetDetails } from '../../../restreamApi'
import { restreamTargetsStore } from '../../../stores/studio/RestreamTargetsStore'
import { useRestreamTexts } from './useRestreamTexts'

/** The form of a restream target: service, name, server and secrets. */
export const TargetForm = observer(function TargetForm({ form }: { form: Form<TargetDetails> }) {
  const { t } = useLingui()
  const store = useCatalog().resolve(restreamTargetsStore)
  const formatError = useErrorMessage()
  const { serviceName } = useRestreamTexts()
  const { edited } = store
  const { values, errorMessage } = form
  const isSrtServer = isSrt(values.server_url)

  const text = (name: 'name' | 'server_url' | 'key' | 'passphrase') => {
    const error = form.errorOf(name)
    return {
      name,
      value: values[name],
      error: error && formatError(error),
      onChange: ({ target }: { target: HTMLInputElement }) => form.change(name, target.value),
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void store.save()
  }

  return (
    <form className="panel stack" noValidate onSubmit={submit}>
      <h2 className="display h3">{edited ? t`Edit target` : t`Add target`}</h2>
      <Field label={t`Service`}>
        {ids => (
          <select
            {...ids}
            className="select"
            value={values.service}
            onChange={({ target }) => store.changeService(target.value as RestreamService)}
          >
            {RESTREAM_SERVICES.map(service => (
              <option key={service} value={service}>
                {serviceName(service)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        {...text('name')}
        label={t`Name`}
        hint={t`Your team sees it on the page of each event.`}
        maxLength={100}
      />
      <TextField
        {...text('server_url')}
        label={t`Server URL`}
        hint={t`It begins with rtmp://, rtmps:// or srt://, and comes without the key.`}
        type="url"
        autoComplete="off"
        spellCheck={false}
      />
      {isSrtServer ? (
        <>
          <SecretField
            {...text('key')}
            label={t`Stream ID`}
            hint={t`What the service calls stream ID or stream key. Leave it empty if there is none.`}
          />
          <SecretField
            {...text('passphrase')}
            label={t`Passphrase`}
            hint={
              edited
                ? t`Leave both empty to keep the present ones. A new server needs them again.`
                : t`10 to 79 characters. Without one, the stream is not encrypted.`
            }
          />
        </>
      ) : (
        <SecretField
          {...text('key')}
          label={t`Stream key`}
          hint={
            edited
              ? t`Leave it empty to keep the present one. A new server needs it again.`
              : t`It is stored encrypted. Only owners can show it.`
          }
        />
      )}
      <CheckField
        checked={values.is_always}
        onChange={({ target }) => form.change('is_always', target.checked)}
      >
        <Trans>Send every event to it. You can still turn it off for an event.</Trans>
      </CheckField>
      <FormError message={errorMessage && formatError(errorMessage)} />
      <div className="actions">
        <Button kind="primary" submit busy={form.isBusy}>
          <Trans>Save target</Trans>
        </Button>
        <Button onClick={() => store.closeForm()}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
})

/** A text field whose content is hidden, and that browsers do not fill. */
function SecretField(props: ComponentProps<typeof TextField>) {
  return <TextField {...props} type="password" autoComplete="new-password" />
}
