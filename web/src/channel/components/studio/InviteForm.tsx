import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useEffect } from 'react'
import { Button } from '@/shared/ui/Button'
import { Field, TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { useChannel } from '../../context'
import { teamStore } from '../../stores/TeamStore'
import type { Role } from '../../teamApi'
import { useFormFields } from '../auth/useFormFields'
import { ROLES } from './roles'

/** The form that invites a person by email, with a role. */
export const InviteForm = observer(function InviteForm() {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(teamStore)
  const { inviteForm: form } = store
  const { text, refusal } = useFormFields(form)
  useEffect(() => () => form.clear(), [form])
  const chosen = ROLES.find(({ role }) => role === form.values.role)

  async function invite(event: FormEvent) {
    event.preventDefault()
    const email = await store.invite()
    if (email) channel.shell.toasts.show(t`We emailed an invitation to ${email}`, { type: 'success' })
  }

  return (
    <form className="panel stack" onSubmit={event => void invite(event)} noValidate>
      <h2 className="display h3">
        <Trans>Invite someone</Trans>
      </h2>
      <div className="team__invite">
        <TextField label={t`Email`} type="email" autoComplete="off" {...text('email')} />
        <Field label={t`Role`} hint={chosen && t(chosen.description)}>
          {ids => (
            <select
              className="select"
              value={form.values.role}
              onChange={event => form.change('role', event.target.value as Role)}
              {...ids}
            >
              {ROLES.map(({ role, label }) => (
                <option key={role} value={role}>
                  {t(label)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button kind="primary" submit busy={form.isBusy}>
          <Trans>Send invitation</Trans>
        </Button>
      </div>
      <FormError message={refusal} />
    </form>
  )
})
