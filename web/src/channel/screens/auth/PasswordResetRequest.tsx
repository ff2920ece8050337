import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { AuthForm } from '../../components/auth/AuthForm'
import { AuthIcon } from '../../components/auth/AuthIcon'
import { AuthPage } from '../../components/auth/AuthPage'
import { ResendEmail } from '../../components/auth/ResendEmail'
import { RobotCheck } from '../../components/auth/RobotCheck'
import { useFormFields } from '../../components/auth/useFormFields'
import { useChannel } from '../../context'
import { type PasswordResetStore, passwordResetStore } from '../../stores/PasswordResetStore'

/** `/password-reset-request`: requests an email to reset the password (§2). */
export default observer(function PasswordResetRequest() {
  const store = useChannel().resolve(passwordResetStore)
  const location = useLocation()
  const email = (location.state as { email?: string } | null)?.email ?? ''
  // Each visit starts a new request, with the email address that was typed at login.
  useEffect(() => store.start(email.includes('@') ? email : ''), [store, email])
  const { state } = store
  return state.kind === 'sent' ? <RequestSent store={store} {...state} /> : <RequestForm store={store} />
})

const RequestForm = observer(function RequestForm({ store }: { store: PasswordResetStore }) {
  const { t } = useLingui()
  const fields = useFormFields(store.request)
  return (
    <AuthPage
      title={t`Forgot your password?`}
      intro={<Trans>Enter your email address. We’ll send you a link to choose a new password.</Trans>}
    >
      <AuthForm
        onSubmit={() => store.requestEmail()}
        busy={store.request.isBusy}
        errorMessage={fields.refusal}
        action={<Trans>Send link</Trans>}
      >
        <TextField
          label={t`Email`}
          {...fields.text('email')}
          type="email"
          autoComplete="username"
          spellCheck={false}
        />
        <RobotCheck key={store.submitCount} {...fields.robot('robot_token')} />
      </AuthForm>
      <Link className="link auth__plain" to="/login">
        <Trans>Back to login</Trans>
      </Link>
    </AuthPage>
  )
})

/** The confirmation. It is the same with and without an account, so that it does not reveal who is registered. */
const RequestSent = observer(function RequestSent({
  store,
  email,
  lockedUntil,
}: {
  store: PasswordResetStore
  email: string
  lockedUntil: number
}) {
  const { t } = useLingui()
  const fields = useFormFields(store.request)
  return (
    <AuthPage
      isStep
      icon={<AuthIcon icon="mail" />}
      title={t`Check your email`}
      intro={
        <Trans>
          If <span className="auth__address">{email}</span> has an account, we’ve sent it a link. The link
          works once and expires after an hour.
        </Trans>
      }
    >
      <div className="stack">
        <RobotCheck key={store.submitCount} {...fields.robot('robot_token')} />
        <ResendEmail
          lockedUntil={lockedUntil}
          busy={store.request.isBusy}
          sent={store.request.state.kind === 'success'}
          onSend={() => void store.requestEmail()}
        />
        <FormError message={fields.refusal} />
      </div>
      <div className="spread">
        <Link className="link" to="/login">
          <Trans>Back to login</Trans>
        </Link>
        <button type="button" className="link auth__plain" onClick={() => store.start(email)}>
          <Trans>Use another address</Trans>
        </button>
      </div>
    </AuthPage>
  )
})
