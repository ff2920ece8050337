import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type RefObject, useEffect } from 'react'
import { Dialog } from '@/shared/ui/Dialog'
import { useChannel } from '../../../context'
import { secondFactorStore } from '../../../stores/SecondFactorStore'
import { AuthForm } from '../../auth/AuthForm'
import { PasswordField } from '../../auth/PasswordField'
import { SecondFactorFields } from '../../auth/SecondFactorFields'
import { useFormFields } from '../../auth/useFormFields'
import { useCurrentPassword } from './useCurrentPassword'

interface Props {
  /** The heading of the panel. It gets the focus afterwards, because the opening button disappears. */
  heading: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The dialog that turns off the second factor. Requires the password, or a code without one. */
export default observer(function DisableSecondFactorDialog({ heading, onClose }: Props) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(secondFactorStore)
  const { field, refusal } = useCurrentPassword(store.removal)
  const { text } = useFormFields(store.removal)
  useEffect(() => () => store.removal.clear(), [store])

  async function turnOff() {
    if (!(await store.remove())) return
    channel.shell.toasts.show(t`Authenticator app turned off`, { type: 'success' })
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      finalFocus={() => (channel.viewer.user?.two_factor ? null : heading.current)}
      title={t`Turn off the authenticator app?`}
      description={t`You won’t need a code to log in, and your recovery codes will stop working.`}
    >
      <AuthForm
        danger
        onSubmit={turnOff}
        busy={store.removal.isBusy}
        errorMessage={refusal}
        action={<Trans>Turn off</Trans>}
      >
        {channel.viewer.user?.has_password ? (
          <PasswordField {...field} label={t`Current password`} autoComplete="current-password" />
        ) : (
          <SecondFactorFields field={text('code')} />
        )}
      </AuthForm>
    </Dialog>
  )
})
