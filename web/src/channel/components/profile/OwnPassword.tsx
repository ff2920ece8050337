import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useNavigate } from 'react-router'
import { useChannel } from '../../context'
import { editProfileStore } from '../../stores/EditProfileStore'
import { wayBack } from '../../stores/WayBack'
import { AuthForm } from '../auth/AuthForm'
import { AuthMark } from '../auth/AuthMark'
import { AuthPage } from '../auth/AuthPage'
import { useFields } from '../auth/useFields'
import { PasswordPair } from './PasswordPair'

/** For somebody whose password an operator has set: another one first, then on to where they were going. */
export const OwnPassword = observer(function OwnPassword() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const channel = useChannel()
  const store = channel.bring(editProfileStore)
  const { refusal } = useFields(store.form)

  async function save() {
    if (!(await store.submit())) return
    channel.shell.toasts.show(t`Your password is changed`, { type: 'success' })
    await navigate(channel.bring(wayBack).to, { replace: true })
  }

  return (
    <AuthPage
      mark={<AuthMark icon="lock" />}
      title={t`Choose your own password`}
      lede={t`The password you logged in with was a temporary one. Choose another that only you know.`}
    >
      <AuthForm
        onSubmit={save}
        busy={store.form.busy}
        refusal={refusal}
        action={<Trans>Save password</Trans>}
      >
        <PasswordPair />
      </AuthForm>
    </AuthPage>
  )
})
