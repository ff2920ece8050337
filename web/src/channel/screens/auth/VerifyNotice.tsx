import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { LinkButton } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { AuthMark } from '../../components/auth/AuthMark'
import { AuthPage } from '../../components/auth/AuthPage'
import { GoOn } from '../../components/auth/GoOn'
import { SendAgain } from '../../components/auth/SendAgain'
import { useFields } from '../../components/auth/useFields'
import { useChannel } from '../../context'
import { verificationStore } from '../../stores/VerificationStore'

/** `/verify-notice`: a letter is on its way; it can be sent again, and nobody has to wait for it here (§2). */
export default observer(function VerifyNotice() {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.bring(verificationStore)
  const { user } = channel.viewer
  const fields = useFields(store.letter)
  if (user?.email_verified) return <Verified />
  return (
    <AuthPage
      mark={<AuthMark icon="mail" />}
      title={t`Check your e-mail`}
      lede={
        user ? (
          <Trans>
            We sent a link to <span className="auth__address">{user.email}</span>. Open it to confirm that the
            address is yours.
          </Trans>
        ) : (
          <Trans>After registration we send a link. Open it to confirm that the address is yours.</Trans>
        )
      }
    >
      <div className="stack">
        <GoOn />
        {user ? (
          <SendAgain
            lockedUntil={store.lockedUntil}
            busy={store.letter.busy}
            sent={store.letter.state === 'success'}
            onSend={() => store.sendAgain()}
          />
        ) : (
          <LinkButton size="l" block to="/login">
            <Trans>Log in</Trans>
          </LinkButton>
        )}
        <FormError sentence={fields.refusal} />
      </div>
      <p className="hint">
        <Trans>Nothing there? Look in your spam folder, too.</Trans>
      </p>
    </AuthPage>
  )
})

function Verified() {
  const { t } = useLingui()
  return (
    <AuthPage
      step
      mark={<AuthMark icon="check" kind="good" />}
      title={t`Your e-mail is confirmed`}
      lede={<Trans>There is nothing left to do.</Trans>}
    >
      <GoOn />
    </AuthPage>
  )
}
