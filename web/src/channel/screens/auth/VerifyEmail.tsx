import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { Button, LinkButton } from '@/shared/ui/Button'
import { AuthMark } from '../../components/auth/AuthMark'
import { AuthPage } from '../../components/auth/AuthPage'
import { Busy } from '../../components/auth/Busy'
import { GoOn } from '../../components/auth/GoOn'
import { useFields } from '../../components/auth/useFields'
import { useChannel } from '../../context'
import { linkFrom } from '../../links'
import { verificationStore } from '../../stores/VerificationStore'

const ALREADY = 'Email already verified'

/** `/verify-email?email&expires&signature`: the link of the letter, confirmed as soon as it is opened (§2, §8). */
export default observer(function VerifyEmail() {
  const { search } = useLocation()
  const store = useChannel().bring(verificationStore)
  const link = useMemo(() => linkFrom(search), [search])
  useEffect(() => {
    if (link) void store.open(link)
  }, [store, link])

  if (!link || store.link.refusal !== null) return <Failed complete={link !== null} />
  return store.link.state === 'success' ? <Confirmed email={link.email} /> : <Confirming />
})

function Confirming() {
  const { t } = useLingui()
  return (
    <AuthPage
      mark={<AuthMark icon="clock" />}
      title={t`One moment`}
      lede={<Trans>We are confirming your e-mail address.</Trans>}
    >
      <Busy />
    </AuthPage>
  )
}

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

/** The letter's link did not do: what became of it, and the way to a new one. */
const Failed = observer(function Failed({ complete }: { complete: boolean }) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.bring(verificationStore)
  const { refusal } = useFields(store.link)
  const already = store.link.refusal === ALREADY
  return (
    <AuthPage
      step
      mark={<AuthMark icon={already ? 'check' : 'alert'} kind={already ? 'good' : 'bad'} />}
      title={(complete && refusal) || t`Verification your email address failed`}
      lede={
        already ? (
          <Trans>There is nothing left to do.</Trans>
        ) : (
          <Trans>The link may have expired, or been cut short on its way. A new one takes a minute.</Trans>
        )
      }
    >
      {already ? (
        channel.viewer.user ? (
          <GoOn />
        ) : (
          <ToLogIn />
        )
      ) : (
        <div className="stack">
          <LinkButton kind="primary" size="l" block to={channel.viewer.user ? '/verify-notice' : '/login'}>
            {channel.viewer.user ? <Trans>Get a new link</Trans> : <Trans>Log in to get a new link</Trans>}
          </LinkButton>
          {complete ? (
            <Button size="l" block onClick={() => void store.confirm()}>
              <Trans>Try again</Trans>
            </Button>
          ) : null}
        </div>
      )}
    </AuthPage>
  )
})

function ToLogIn() {
  return (
    <LinkButton kind="primary" size="l" block to="/login">
      <Trans>Log in</Trans>
    </LinkButton>
  )
}
