import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { LinkButton } from '@/shared/ui/Button'
import { MIN_PASSWORD_LENGTH } from '@/shared/validators'
import { AuthForm } from '../../components/auth/AuthForm'
import { AuthIcon } from '../../components/auth/AuthIcon'
import { AuthPage } from '../../components/auth/AuthPage'
import { PasswordField } from '../../components/auth/PasswordField'
import { useFormFields } from '../../components/auth/useFormFields'
import { useChannel } from '../../context'
import { parseSignedLink, type SignedLink } from '../../signedLinks'
import { passwordResetStore } from '../../stores/PasswordResetStore'

/** `/password-reset?email&expires&signature`: the form for a new password, opened from an email (§2, §8). */
export default observer(function PasswordReset() {
  const { search } = useLocation()
  const store = useChannel().resolve(passwordResetStore)
  const link = useMemo(() => parseSignedLink(search), [search])
  useEffect(() => () => store.form.clear(), [store])
  return link && !store.isLinkInvalid ? <NewPasswordForm link={link} /> : <InvalidLink email={link?.email} />
})

const NewPasswordForm = observer(function NewPasswordForm({ link }: { link: SignedLink }) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(passwordResetStore)
  const fields = useFormFields(store.form)
  const navigate = useNavigate()

  async function savePassword() {
    if (!(await store.resetPassword(link))) return
    channel.shell.toasts.show(t`Your password was changed. Log in with your new password.`, {
      type: 'success',
    })
    // The link works once. `replace` removes it from the history.
    void navigate('/login', { replace: true, state: { login: link.email } })
  }

  return (
    <AuthPage
      title={t`Choose a new password`}
      intro={
        <Trans>
          This password is for <span className="auth__address">{link.email}</span>. You’ll need it to log in
          again on your devices.
        </Trans>
      }
    >
      <AuthForm
        onSubmit={savePassword}
        busy={store.form.isBusy}
        errorMessage={fields.refusal}
        action={<Trans>Save new password</Trans>}
      >
        <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
        <PasswordField
          label={t`New password`}
          hint={t`At least ${MIN_PASSWORD_LENGTH} characters`}
          {...fields.text('password')}
          autoComplete="new-password"
        />
        <PasswordField
          label={t`Confirm new password`}
          {...fields.text('password_confirmation')}
          autoComplete="new-password"
        />
      </AuthForm>
    </AuthPage>
  )
})

/** The error of an expired, used or incomplete link, with a link to request a new one. */
const InvalidLink = observer(function InvalidLink({ email }: { email?: string }) {
  const { t } = useLingui()
  const { refusal } = useFormFields(useChannel().resolve(passwordResetStore).form)
  return (
    <AuthPage
      isStep
      icon={<AuthIcon icon="alert" kind="error" />}
      title={refusal || t`Reset password failed`}
      intro={<Trans>Each link works once and expires after an hour. You can get a new one now.</Trans>}
    >
      <LinkButton kind="primary" size="l" block to="/password-reset-request" state={{ email }}>
        <Trans>Get a new link</Trans>
      </LinkButton>
    </AuthPage>
  )
})
