import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { FormEvent } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { Field, TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { Select } from '@/shared/ui/Select'
import { useEngagement } from '../context'
import type { NotificationSettingsStore } from '../stores/NotificationSettingsStore'
import { timeZonesWith } from '../timeZones'
import { PushField } from './PushField'

/** The form for email, notifications on this device, and quiet hours. */
export const NotificationForm = observer(function NotificationForm({
  store,
}: {
  store: NotificationSettingsStore
}) {
  const { t } = useLingui()
  const errorMessage = useErrorMessage()
  const { toasts, viewer } = useEngagement().shell
  const { form } = store
  const { by_mail, quiet_from, quiet_to, time_zone } = form.values
  const email = viewer.email ?? ''
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const fieldError = (name: string) => {
    const error = form.errorOf(name)
    return error && errorMessage(error)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (await store.save()) toasts.show(t`Your settings were saved`, { type: 'success' })
  }

  return (
    <form className="stack" noValidate onSubmit={save}>
      <CheckField checked={by_mail} onChange={event => form.change('by_mail', event.target.checked)}>
        <Trans>Email {email}</Trans>
      </CheckField>
      <PushField />
      <CheckField
        checked={quiet_from !== null}
        onChange={event => store.setQuietHours(event.target.checked, browserZone)}
      >
        <Trans>Quiet hours: notify me later if it’s still live</Trans>
      </CheckField>
      {quiet_from === null ? null : (
        <>
          <div className="notification-settings__quiet-hours">
            <TextField
              label={t`From`}
              type="time"
              value={quiet_from}
              error={fieldError('quiet_from')}
              onChange={event => form.change('quiet_from', event.target.value)}
            />
            <TextField
              label={t`Until`}
              type="time"
              value={quiet_to ?? ''}
              error={fieldError('quiet_to')}
              onChange={event => form.change('quiet_to', event.target.value)}
            />
          </div>
          <Field label={t`Time zone`} error={fieldError('time_zone')}>
            {ids => (
              <Select
                {...ids}
                label={t`Time zone`}
                all={browserZone}
                options={timeZonesWith(time_zone).map(zone => ({
                  value: zone,
                  label: zone.replaceAll('_', ' '),
                }))}
                value={time_zone}
                onChange={zone => form.change('time_zone', zone ?? browserZone)}
              />
            )}
          </Field>
        </>
      )}
      <FormError message={form.errorMessage === null ? null : errorMessage(form.errorMessage)} />
      <div className="actions">
        <Button submit kind="primary" busy={form.isBusy}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
})
