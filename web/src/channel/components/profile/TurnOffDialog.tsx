import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Dialog } from '@/shared/ui/Dialog'
import { TextField } from '@/shared/ui/Field'
import { useChannel } from '../../context'
import { secondFactorStore } from '../../stores/SecondFactorStore'
import { AuthForm } from '../auth/AuthForm'
import { PasswordField } from '../auth/PasswordField'
import { useFields } from '../auth/useFields'
import { useCurrentPassword } from './useCurrentPassword'

/** Asks for the password, or for a code where there is none, before the second factor goes. */
export default observer(function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.bring(secondFactorStore)
  const { field, refusal } = useCurrentPassword(store.removal)
  const { text } = useFields(store.removal)
  useEffect(() => () => store.removal.clear(), [store])

  async function turnOff() {
    if (!(await store.remove())) return
    channel.shell.toasts.show(t`Log-in asks for no code any more`, { type: 'success' })
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Turn off the authenticator app?`}
      description={t`Your password alone opens the account then, and your recovery codes are void.`}
    >
      <AuthForm
        danger
        onSubmit={turnOff}
        busy={store.removal.busy}
        refusal={refusal}
        action={<Trans>Turn off</Trans>}
      >
        {channel.viewer.user?.has_password ? (
          <PasswordField {...field} label={t`Current password`} autoComplete="current-password" />
        ) : (
          <TextField
            {...text('code')}
            className="security__code"
            label={t`Code`}
            hint={t`The six digits that your authenticator app shows.`}
            autoComplete="one-time-code"
          />
        )}
      </AuthForm>
    </Dialog>
  )
})
