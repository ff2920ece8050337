import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { TextField } from '@/shared/ui/Field'
import { AuthForm } from '../../components/auth/AuthForm'
import { AuthPage } from '../../components/auth/AuthPage'
import { CodeFields } from '../../components/auth/CodeFields'
import { PasswordField } from '../../components/auth/PasswordField'
import { RobotCheck } from '../../components/auth/RobotCheck'
import { SocialButtons } from '../../components/auth/SocialButtons'
import { useFields } from '../../components/auth/useFields'
import { useChannel } from '../../context'
import { type LoginStore, loginStore } from '../../stores/LoginStore'
import { wayBack } from '../../stores/WayBack'

/** `/login`: by e-mail or phone number, by a provider, and with a second factor where the account has one (§2). */
export default observer(function Login() {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.bring(loginStore)
  const goal = channel.bring(wayBack).title
  const { state } = useLocation()
  const login = (state as { login?: string } | null)?.login
  useEffect(() => {
    if (login) store.form.change('login', login)
    return () => store.back()
  }, [store, login])
  if (store.step === 'code') return <SecondFactor store={store} />
  return (
    <AuthPage
      title={t`Log in`}
      lede={goal ? <Trans>You were on your way to {goal}. We will take you right back.</Trans> : null}
    >
      <SocialButtons />
      <Password store={store} />
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

const Password = observer(function Password({ store }: { store: LoginStore }) {
  const { t } = useLingui()
  const fields = useFields(store.form)
  return (
    <AuthForm
      onSubmit={() => store.submit()}
      busy={store.form.busy}
      refusal={fields.refusal}
      action={<Trans>Log in</Trans>}
    >
      <TextField
        label={t`E-mail or phone number`}
        {...fields.text('login')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField label={t`Password`} {...fields.text('password')} autoComplete="current-password" />
      <RobotCheck key={store.tries} {...fields.robot('robot_token')} />
    </AuthForm>
  )
})

const SecondFactor = observer(function SecondFactor({ store }: { store: LoginStore }) {
  const { t } = useLingui()
  const fields = useFields(store.form)
  const wrong = store.form.reason === 'second_factor_required' ? null : fields.refusal
  return (
    <AuthPage
      title={t`One more step`}
      lede={<Trans>Enter the code of your authenticator app to finish logging in.</Trans>}
    >
      <AuthForm
        onSubmit={() => store.submit()}
        busy={store.form.busy}
        refusal={wrong}
        action={<Trans>Log in</Trans>}
      >
        <CodeFields field={fields.text('code')} />
        <RobotCheck key={store.tries} {...fields.robot('robot_token')} />
      </AuthForm>
      <button type="button" className="link auth__plain" onClick={() => store.back()}>
        <Trans>Log in with another account</Trans>
      </button>
    </AuthPage>
  )
})
