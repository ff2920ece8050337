import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useNavigate } from 'react-router'
import { useChannel } from '../../../context'
import { editProfileStore } from '../../../stores/EditProfileStore'
import { returnPath } from '../../../stores/ReturnPath'
import { AuthForm } from '../../auth/AuthForm'
import { AuthIcon } from '../../auth/AuthIcon'
import { AuthPage } from '../../auth/AuthPage'
import { useFormFields } from '../../auth/useFormFields'
import { PasswordPair } from './PasswordPair'

/** The form that replaces a temporary password. Afterwards it returns to the previous page. */
export const ReplaceTemporaryPassword = observer(function ReplaceTemporaryPassword() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const channel = useChannel()
  const store = channel.resolve(editProfileStore)
  const { refusal } = useFormFields(store.form)

  async function save() {
    if (!(await store.submit())) return
    channel.shell.toasts.show(t`Your password was changed`, { type: 'success' })
    await navigate(channel.resolve(returnPath).to, { replace: true })
  }

  return (
    <AuthPage
      icon={<AuthIcon icon="lock" />}
      title={t`Choose a new password`}
      intro={t`You logged in with a temporary password. Choose one that only you know.`}
    >
      <AuthForm
        onSubmit={save}
        busy={store.form.isBusy}
        errorMessage={refusal}
        action={<Trans>Save password</Trans>}
      >
        <PasswordPair />
      </AuthForm>
    </AuthPage>
  )
})
