import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { LinkButton } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { AuthIcon } from '../../components/auth/AuthIcon'
import { AuthPage } from '../../components/auth/AuthPage'
import { ContinueLink } from '../../components/auth/ContinueLink'
import { ResendEmail } from '../../components/auth/ResendEmail'
import { useFormFields } from '../../components/auth/useFormFields'
import { useChannel } from '../../context'
import { verificationStore } from '../../stores/VerificationStore'

/** `/verify-notice`: the notice of a verification email. The viewer can send it again or continue (§2). */
export default observer(function VerifyNotice() {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(verificationStore)
  const { user } = channel.viewer
  const fields = useFormFields(store.emailForm)
  if (user?.email_verified) return <EmailVerified />
  return (
    <AuthPage
      icon={<AuthIcon icon="mail" />}
      title={t`Check your email`}
      intro={
        user ? (
          <Trans>
            We sent a link to <span className="auth__address">{user.email}</span>. Open it to confirm your
            email address.
          </Trans>
        ) : (
          <Trans>We send you a link when you register. Open it to confirm your email address.</Trans>
        )
      }
    >
      <div className="stack">
        <ContinueLink />
        {user ? (
          <ResendEmail
            lockedUntil={store.lockedUntil}
            busy={store.emailForm.isBusy}
            sent={store.emailForm.state.kind === 'success'}
            onSend={() => store.resendEmail()}
          />
        ) : (
          <LinkButton size="l" block to="/login">
            <Trans>Log in</Trans>
          </LinkButton>
        )}
        <FormError message={fields.refusal} />
      </div>
      <p className="hint">
        <Trans>Can’t find it? Check your spam folder.</Trans>
      </p>
    </AuthPage>
  )
})

function EmailVerified() {
  const { t } = useLingui()
  return (
    <AuthPage
      isStep
      icon={<AuthIcon icon="check" kind="success" />}
      title={t`Email address confirmed`}
      intro={<Trans>You don’t need to do anything else.</Trans>}
    >
      <ContinueLink />
    </AuthPage>
  )
}
