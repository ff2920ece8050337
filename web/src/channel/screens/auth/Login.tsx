import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { TextField } from '@/shared/ui/Field'
import { AuthForm } from '../../components/auth/AuthForm'
import { AuthPage } from '../../components/auth/AuthPage'
import { PasswordField } from '../../components/auth/PasswordField'
import { RobotCheck } from '../../components/auth/RobotCheck'
import { SecondFactorFields } from '../../components/auth/SecondFactorFields'
import { SocialButtons } from '../../components/auth/SocialButtons'
import { useFormFields } from '../../components/auth/useFormFields'
import { useChannel } from '../../context'
import { type LoginStore, loginStore } from '../../stores/LoginStore'
import { returnPath } from '../../stores/ReturnPath'

/** `/login`: login by email, phone number or provider, with a second factor if the account has one (§2). */
export default observer(function Login() {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(loginStore)
  const destination = channel.resolve(returnPath).title
  const { state } = useLocation()
  const login = (state as { login?: string } | null)?.login
  useEffect(() => {
    if (login) store.form.change('login', login)
    return () => store.back()
  }, [store, login])
  if (store.step === 'code') return <SecondFactorStep store={store} />
  return (
    <AuthPage
      title={t`Log in`}
      intro={destination ? <Trans>Log in to continue to {destination}.</Trans> : null}
    >
      <SocialButtons />
      <PasswordStep store={store} />
      <div className="spread">
        <Link className="link" to="/password-reset-request" state={{ email: store.form.values.login }}>
          <Trans>Forgot your password?</Trans>
        </Link>
        <Link className="link" to="/registration">
          <Trans>Create an account</Trans>
        </Link>
      </div>
    </AuthPage>
  )
})

const PasswordStep = observer(function PasswordStep({ store }: { store: LoginStore }) {
  const { t } = useLingui()
  const fields = useFormFields(store.form)
  return (
    <AuthForm
      onSubmit={() => store.submit()}
      busy={store.form.isBusy}
      errorMessage={fields.refusal}
      action={<Trans>Log in</Trans>}
    >
      <TextField
        label={t`Email or phone number`}
        {...fields.text('login')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField label={t`Password`} {...fields.text('password')} autoComplete="current-password" />
      <RobotCheck key={store.submitCount} {...fields.robot('robot_token')} />
    </AuthForm>
  )
})

const SecondFactorStep = observer(function SecondFactorStep({ store }: { store: LoginStore }) {
  const { t } = useLingui()
  const fields = useFormFields(store.form)
  const errorMessage = store.form.reason === 'second_factor_required' ? null : fields.refusal
  return (
    <AuthPage
      title={t`One more step`}
      intro={<Trans>Enter the code from your authenticator app to finish logging in.</Trans>}
    >
      <AuthForm
        onSubmit={() => store.submit()}
        busy={store.form.isBusy}
        errorMessage={errorMessage}
        action={<Trans>Log in</Trans>}
      >
        <SecondFactorFields field={fields.text('code')} />
        <RobotCheck key={store.submitCount} {...fields.robot('robot_token')} />
      </AuthForm>
      <button type="button" className="link auth__plain" onClick={() => store.back()}>
        <Trans>Log in with another account</Trans>
      </button>
    </AuthPage>
  )
})
