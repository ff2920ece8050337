import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { LinkButton } from '@/shared/ui/Button'
import { AuthForm } from '../../components/auth/AuthForm'
import { AuthMark } from '../../components/auth/AuthMark'
import { AuthPage } from '../../components/auth/AuthPage'
import { GoOn } from '../../components/auth/GoOn'
import { PasswordField } from '../../components/auth/PasswordField'
import { useFields } from '../../components/auth/useFields'
import { useChannel } from '../../context'
import { LINK_IS_DEAD, linkFrom, type SignedLink, VERIFIED_ALREADY } from '../../links'
import { verificationStore } from '../../stores/VerificationStore'

/** `/verify-email?email&expires&signature`: the link of an email. Opening it changes nothing; a press does (§2, §8). */
export default observer(function VerifyEmail() {
  const { search } = useLocation()
  const store = useChannel().bring(verificationStore)
  const link = useMemo(() => linkFrom(search), [search])
  useEffect(() => () => store.link.clear(), [store, link])

  if (!link) return <Failed />
  if (store.link.state === 'success') return <Confirmed email={link.email} />
  if (store.link.refusal === VERIFIED_ALREADY) return <Already />
  return store.link.refusal === LINK_IS_DEAD ? <Failed /> : <Confirm link={link} />
})

const Confirm = observer(function Confirm({ link }: { link: SignedLink }) {
  const { t } = useLingui()
  const store = useChannel().bring(verificationStore)
  const fields = useFields(store.link)
  const needsPassword = store.needsPassword(link)
  return (
    <AuthPage
      mark={<AuthMark icon="mail" />}
      title={t`Confirm your e-mail address`}
      lede={
        needsPassword ? (
          <Trans>
            Enter the password of your account to confirm that{' '}
            <span className="auth__address">{link.email}</span> is yours.
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
        busy={store.link.busy}
        refusal={fields.refusal}
        action={<Trans>Confirm my address</Trans>}
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
            If you did not create this account, close this page. Without your press nothing is confirmed.
          </Trans>
        </p>
      ) : null}
    </AuthPage>
  )
})

const Confirmed = observer(function Confirmed({ email }: { email: string }) {
  const { t } = useLingui()
  const { viewer } = useChannel()
  return (
    <AuthPage
      step
      mark={<AuthMark icon="check" kind="good" />}
      title={t`Your e-mail is confirmed`}
      lede={
        <Trans>
          <span className="auth__address">{email}</span> is yours. Receipts and news about your account go
          there.
        </Trans>
      }
    >
      {viewer.user ? <GoOn /> : <ToLogIn />}
    </AuthPage>
  )
})

/** The link is of no use any more: why, and the way on. */
function Failed() {
  const { t } = useLingui()
  return (
    <AuthPage
      step
      mark={<AuthMark icon="alert" kind="bad" />}
      title={t`Verification your email address failed`}
      lede={<Trans>The link may have expired, or been cut short on its way. A new one takes a minute.</Trans>}
    >
      <NewLink />
    </AuthPage>
  )
}

const Already = observer(function Already() {
  const channel = useChannel()
  const { refusal } = useFields(channel.bring(verificationStore).link)
  return (
    <AuthPage
      step
      mark={<AuthMark icon="check" kind="good" />}
      title={refusal ?? ''}
      lede={<Trans>There is nothing left to do.</Trans>}
    >
      {channel.viewer.user ? <GoOn /> : <ToLogIn />}
    </AuthPage>
  )
})

const NewLink = observer(function NewLink() {
  const { user } = useChannel().viewer
  return (
    <LinkButton kind="primary" size="l" block to={user ? '/verify-notice' : '/login'}>
      {user ? <Trans>Get a new link</Trans> : <Trans>Log in to get a new link</Trans>}
    </LinkButton>
  )
})

function ToLogIn() {
  return (
    <LinkButton kind="primary" size="l" block to="/login">
      <Trans>Log in</Trans>
    </LinkButton>
  )
}
