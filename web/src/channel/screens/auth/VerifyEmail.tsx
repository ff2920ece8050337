import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { LinkButton } from '@/shared/ui/Button'
import { AuthForm } from '../../components/auth/AuthForm'
import { AuthIcon } from '../../components/auth/AuthIcon'
import { AuthPage } from '../../components/auth/AuthPage'
import { ContinueLink } from '../../components/auth/ContinueLink'
import { PasswordField } from '../../components/auth/PasswordField'
import { useFormFields } from '../../components/auth/useFormFields'
import { useChannel } from '../../context'
import { ALREADY_VERIFIED, LINK_INVALID, parseSignedLink, type SignedLink } from '../../signedLinks'
import { verificationStore } from '../../stores/VerificationStore'

/** `/verify-email?email&expires&signature`: verifies the address on a press, not when the link opens (§2, §8). */
export default observer(function VerifyEmail() {
  const { search } = useLocation()
  const store = useChannel().resolve(verificationStore)
  const link = useMemo(() => parseSignedLink(search), [search])
  useEffect(() => () => store.linkForm.clear(), [store, link])

  if (!link) return <VerificationFailed />
  if (store.linkForm.state.kind === 'success') return <EmailVerified email={link.email} />
  if (store.linkForm.errorMessage?.code === ALREADY_VERIFIED) return <AlreadyVerified />
  return store.linkForm.errorMessage?.code === LINK_INVALID ? (
    <VerificationFailed />
  ) : (
    <VerificationForm link={link} />
  )
})

const VerificationForm = observer(function VerificationForm({ link }: { link: SignedLink }) {
  const { t } = useLingui()
  const store = useChannel().resolve(verificationStore)
  const fields = useFormFields(store.linkForm)
  const needsPassword = store.needsPassword(link)
  return (
    <AuthPage
      icon={<AuthIcon icon="mail" />}
      title={t`Confirm your email address`}
      intro={
        needsPassword ? (
          <Trans>
            Enter your password to confirm that <span className="auth__address">{link.email}</span> is yours.
          </Trans>
        ) : (
          <Trans>
            Confirm that <span className="auth__address">{link.email}</span> is yours.
          </Trans>
        )
      }
    >
      <AuthForm
        onSubmit={() => store.confirm(link)}
        busy={store.linkForm.isBusy}
        errorMessage={fields.refusal}
        action={<Trans>Confirm email address</Trans>}
      >
        {needsPassword ? (
          <>
            <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
            <PasswordField label={t`Password`} {...fields.text('password')} autoComplete="current-password" />
          </>
        ) : null}
      </AuthForm>
      {needsPassword ? (
        <p className="hint">
          <Trans>
            If you didn’t create this account, close this page. Nothing is confirmed until you select the
            button.
          </Trans>
        </p>
      ) : null}
    </AuthPage>
  )
})

const EmailVerified = observer(function EmailVerified({ email }: { email: string }) {
  const { t } = useLingui()
  const { viewer } = useChannel()
  return (
    <AuthPage
      isStep
      icon={<AuthIcon icon="check" kind="success" />}
      title={t`Email address confirmed`}
      intro={
        <Trans>
          <span className="auth__address">{email}</span> is confirmed. We’ll send receipts and account updates
          there.
        </Trans>
      }
    >
      {viewer.user ? <ContinueLink /> : <LogInLink />}
    </AuthPage>
  )
})

/** The error of an invalid link, with a link to request a new one. */
function VerificationFailed() {
  const { t } = useLingui()
  return (
    <AuthPage
      isStep
      icon={<AuthIcon icon="alert" kind="error" />}
      title={t`Verification your email address failed`}
      intro={<Trans>The link may have expired or been cut off. Get a new one and try again.</Trans>}
    >
      <RequestNewLink />
    </AuthPage>
  )
}

const AlreadyVerified = observer(function AlreadyVerified() {
  const channel = useChannel()
  const { refusal } = useFormFields(channel.resolve(verificationStore).linkForm)
  return (
    <AuthPage
      isStep
      icon={<AuthIcon icon="check" kind="success" />}
      title={refusal ?? ''}
      intro={<Trans>You don’t need to do anything else.</Trans>}
    >
      {channel.viewer.user ? <ContinueLink /> : <LogInLink />}
    </AuthPage>
  )
})

const RequestNewLink = observer(function RequestNewLink() {
  const { user } = useChannel().viewer
  return (
    <LinkButton kind="primary" size="l" block to={user ? '/verify-notice' : '/login'}>
      {user ? <Trans>Get a new link</Trans> : <Trans>Log in to get a new link</Trans>}
    </LinkButton>
  )
})

function LogInLink() {
  return (
    <LinkButton kind="primary" size="l" block to="/login">
      <Trans>Log in</Trans>
    </LinkButton>
  )
}
