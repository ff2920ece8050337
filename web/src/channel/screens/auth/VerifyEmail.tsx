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
import { LINK_IS_DEAD, linkFrom, VERIFIED_ALREADY } from '../../links'
import { verificationStore } from '../../stores/VerificationStore'

/** `/verify-email?email&expires&signature`: the link of the letter, confirmed as soon as it is opened (§2, §8). */
export default observer(function VerifyEmail() {
  const { search } = useLocation()
  const store = useChannel().bring(verificationStore)
  const link = useMemo(() => linkFrom(search), [search])
  useEffect(() => {
    if (link) void store.open(link)
  }, [store, link])

  if (!link || store.link.state === 'error') return <Failed complete={link !== null} />
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

/** The link did not do: what became of it, and the way on. */
const Failed = observer(function Failed({ complete }: { complete: boolean }) {
  const { t } = useLingui()
  const store = useChannel().bring(verificationStore)
  const { refusal } = useFields(store.link)
  if (store.link.refusal === VERIFIED_ALREADY) return <Already title={refusal ?? ''} />
  const dead = !complete || store.link.refusal === LINK_IS_DEAD
  return (
    <AuthPage
      step
      mark={<AuthMark icon="alert" kind="bad" />}
      title={t`Verification your email address failed`}
      lede={
        dead ? (
          <Trans>The link may have expired, or been cut short on its way. A new one takes a minute.</Trans>
        ) : (
          refusal || <Trans>Something went wrong. Please try again or contact technical support</Trans>
        )
      }
    >
      {dead ? (
        <NewLink />
      ) : (
        <Button kind="primary" size="l" block busy={store.link.busy} onClick={() => void store.confirm()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </AuthPage>
  )
})

const Already = observer(function Already({ title }: { title: string }) {
  return (
    <AuthPage
      step
      mark={<AuthMark icon="check" kind="good" />}
      title={title}
      lede={<Trans>There is nothing left to do.</Trans>}
    >
      {useChannel().viewer.user ? <GoOn /> : <ToLogIn />}
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
