import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { LEAST_PASSWORD } from '@/shared/checks'
import { LinkButton } from '@/shared/ui/Button'
import { AuthForm } from '../../components/auth/AuthForm'
import { AuthMark } from '../../components/auth/AuthMark'
import { AuthPage } from '../../components/auth/AuthPage'
import { PasswordField } from '../../components/auth/PasswordField'
import { useFields } from '../../components/auth/useFields'
import { useChannel } from '../../context'
import { linkFrom, type SignedLink } from '../../links'
import { passwordResetStore } from '../../stores/PasswordResetStore'

/** `/password-reset?email&expires&signature`: a new password, behind the link of a letter (§2, §8). */
export default observer(function PasswordReset() {
  const { search } = useLocation()
  const store = useChannel().bring(passwordResetStore)
  const link = useMemo(() => linkFrom(search), [search])
  useEffect(() => () => store.form.clear(), [store])
  return link && !store.linkIsDead ? <Choose link={link} /> : <Dead email={link?.email} />
})

const Choose = observer(function Choose({ link }: { link: SignedLink }) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.bring(passwordResetStore)
  const fields = useFields(store.form)
  const navigate = useNavigate()

  async function change() {
    if (!(await store.change(link))) return
    // The link, which works once, leaves the history as well.
    channel.shell.toasts.show(t`Your password is changed. Log in with the new one.`, { type: 'success' })
    void navigate('/login', { replace: true, state: { login: link.email } })
  }

  return (
    <AuthPage
      title={t`Choose a new password`}
      lede={
        <Trans>
          For <span className="auth__address">{link.email}</span>. Wherever you are logged in, you will be
          asked for it again.
        </Trans>
      }
    >
      <AuthForm
        onSubmit={change}
        busy={store.form.busy}
        refusal={fields.refusal}
        action={<Trans>Change the password</Trans>}
      >
        <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
        <PasswordField
          label={t`New password`}
          hint={t`At least ${LEAST_PASSWORD} characters`}
          {...fields.text('password')}
          autoComplete="new-password"
        />
        <PasswordField
          label={t`New password again`}
          {...fields.text('password_confirmation')}
          autoComplete="new-password"
        />
      </AuthForm>
    </AuthPage>
  )
})

/** A link that ran out, was used, or came in pieces: says which, and leads to a new one. */
const Dead = observer(function Dead({ email }: { email?: string }) {
  const { t } = useLingui()
  const { refusal } = useFields(useChannel().bring(passwordResetStore).form)
  return (
    <AuthPage
      step
      mark={<AuthMark icon="alert" kind="bad" />}
      title={refusal || t`Reset password failed`}
      lede={<Trans>A link works once, and for an hour. You can have a new one right away.</Trans>}
    >
      <LinkButton kind="primary" size="l" block to="/password-reset-request" state={{ email }}>
        <Trans>Get a new link</Trans>
      </LinkButton>
    </AuthPage>
  )
})
