import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { FormEvent } from 'react'
import type { Form } from '@/shared/stores/Form'
import { Button } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { Field, TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import type { TokenDetails, TokenOverview } from '../../tokensApi'
import { useFormFields } from '../auth/useFormFields'
import { SCOPE_GROUPS } from './scopes'

interface Props {
  form: Form<TokenDetails>
  /** What the operator can choose. */
  overview: TokenOverview
  onCreate: () => void
  onCancel: () => void
}

/** The form of a new access token: its name, lifetime and scopes. */
export const TokenForm = observer(function TokenForm({ form, overview, onCreate, onCancel }: Props) {
  const { t } = useLingui()
  const { text, errorOf, refusal } = useFormFields(form)
  const scopesError = errorOf('scopes')

  function submit(event: FormEvent) {
    event.preventDefault()
    onCreate()
  }

  return (
    <form className="panel stack" noValidate onSubmit={submit}>
      <h2 className="display h3">
        <Trans>Create token</Trans>
      </h2>
      <div className="tokens__details">
        <TextField
          {...text('name')}
          label={t`Name`}
          hint={t`The program that will use it, such as “Schedule import”`}
          autoComplete="off"
          maxLength={80}
          autoFocus
        />
        <Field label={t`Expires`} error={errorOf('expires_in_days')}>
          {ids => (
            <select
              className="select"
              value={form.values.expires_in_days}
              onChange={({ target }) => form.change('expires_in_days', Number(target.value))}
              {...ids}
            >
              {overview.lifetimes.map(days => (
                <option key={days} value={days}>
                  <Plural value={days} one="in # day" other="in # days" />
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <ScopeFields form={form} held={overview.scopes} />
      {scopesError ? <FormError message={scopesError} /> : null}
      <FormError message={refusal} />
      <div className="actions">
        <Button kind="primary" submit busy={form.isBusy}>
          <Trans>Create token</Trans>
        </Button>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
})

/** The scopes that the operator holds, by topic. */
const ScopeFields = observer(function ScopeFields({
  form,
  held,
}: {
  form: Form<TokenDetails>
  held: readonly string[]
}) {
  const { t } = useLingui()
  const { scopes: chosen } = form.values
  const groups = SCOPE_GROUPS.map(({ label, scopes }) => ({
    label,
    scopes: Object.entries(scopes).filter(([scope]) => held.includes(scope)),
  })).filter(({ scopes }) => scopes.length)
  return (
    <div className="tokens__scopes">
      {groups.map(({ label, scopes }) => (
        <fieldset key={label.id} className="tokens__group">
          <legend>{t(label)}</legend>
          {scopes.map(([scope, name]) => (
            <CheckField
              key={scope}
              checked={chosen.includes(scope)}
              onChange={({ target }) =>
                form.change(
                  'scopes',
                  target.checked ? [...chosen, scope] : chosen.filter(other => other !== scope),
                )
              }
            >
              {t(name)}
            </CheckField>
          ))}
        </fieldset>
      ))}
    </div>
  )
})
