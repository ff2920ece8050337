import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { LinkButton } from '@/shared/ui/Button'
import { AuthForm } from '../../components/auth/AuthForm'
import { AuthIcon } from '../../components/auth/AuthIcon'
import { AuthPage } from '../../components/auth/AuthPage'
import { BusyIndicator } from '../../components/auth/BusyIndicator'
import { PasswordField } from '../../components/auth/PasswordField'
import { SecondFactorFields } from '../../components/auth/SecondFactorFields'
import { TermsField } from '../../components/auth/TermsField'
import { useFormFields } from '../../components/auth/useFormFields'
import { useChannel } from '../../context'
import { providerName } from '../../providers'
import { type SocialStore, socialStore } from '../../stores/SocialStore'

interface StepProps {
  store: SocialStore
  provider: string
}

/** `/auth/login/{provider}/callback?code&state`: the login after a provider's redirect (§2, §7, §8). */
export default observer(function SocialCallback() {
  const { provider = '' } = useParams()
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const channel = useChannel()
  const store = channel.resolve(socialStore)

  // Read the provider's parameters once, then remove them from the URL and the history.
  useEffect(() => {
    const query = new URLSearchParams(search)
    const [code, state] = [query.get('code'), query.get('state')]
    if (code && state) void store.open({ provider, code, state })
    else if (search || store.state.kind === 'idle') store.handleProviderError(query.get('error'))
    if (search) void navigate(pathname, { replace: true })
  }, [store, provider, search, pathname, navigate])

  const step = { store, provider: providerName(provider, channel.settings.auth.single_sign_on) }
  const { state } = store
  switch (state.kind) {
    case 'refused':
      return <SocialLoginFailed {...step} isUnavailable={state.isUnavailable} />
    case 'ready':
      return <ReadyStep {...step} />
    case 'newAccount':
      return <NewAccountStep {...step} />
    case 'password':
      return <PasswordStep {...step} />
    case 'code':
      return <SecondFactorStep {...step} />
    default:
      return <LoggingIn {...step} />
  }
})

/** The confirmation of a login that did not start in this browser. Opening a link alone logs nobody in. */
function ReadyStep({ store, provider }: StepProps) {
  const { t } = useLingui()
  return (
    <AuthPage
      isStep
      title={t`Log in with ${provider}`}
      intro={<Trans>Continue only if you chose to log in with {provider}.</Trans>}
    >
      <AuthForm onSubmit={() => store.continueLogIn()} busy={false} action={<Trans>Continue</Trans>} />
      <BackToLogInLink />
    </AuthPage>
  )
}

/** The password step. An account with a password requires it when a provider is linked for the first time. */
const PasswordStep = observer(function PasswordStep({ store, provider }: StepProps) {
  const { t } = useLingui()
  const fields = useFormFields(store.form)
  return (
    <AuthPage
      isStep
      title={t`Enter your password`}
      intro={
        <Trans>
          You already have an account with this email address. Enter your password once, then use {provider}{' '}
          to log in from now on.
        </Trans>
      }
    >
      <AuthForm
        onSubmit={() => store.submit()}
        busy={store.form.isBusy}
        errorMessage={store.isStepQuestion ? null : fields.refusal}
        action={<Trans>Log in</Trans>}
      >
        <PasswordField
          label={t`Password`}
          {...fields.text('password')}
          autoComplete="current-password"
          autoFocus
        />
      </AuthForm>
      <LinkButton size="l" block to="/password-reset-request">
        <Trans>Forgot your password?</Trans>
      </LinkButton>
      <BackToLogInLink />
    </AuthPage>
  )
})

function LoggingIn({ provider }: StepProps) {
  const { t } = useLingui()
  return (
    <AuthPage
      icon={<AuthIcon icon="clock" />}
      title={t`One moment`}
      intro={<Trans>Logging you in with {provider}.</Trans>}
    >
      <BusyIndicator />
    </AuthPage>
  )
}

const NewAccountStep = observer(function NewAccountStep({ store }: StepProps) {
  const { t } = useLingui()
  const fields = useFormFields(store.form)
  return (
    <AuthPage
      isStep
      title={t`Create an account`}
      intro={t`You are not registered yet. Please accept terms and conditions and click Register to continue.`}
      slide={1}
    >
      <AuthForm
        onSubmit={() => store.submit()}
        busy={store.form.isBusy}
        errorMessage={store.isStepQuestion ? null : fields.refusal}
        action={<Trans>Register</Trans>}
      >
        <TermsField {...fields.check('accept_terms')} />
      </AuthForm>
      <BackToLogInLink />
    </AuthPage>
  )
})

const SecondFactorStep = observer(function SecondFactorStep({ store }: StepProps) {
  const { t } = useLingui()
  const fields = useFormFields(store.form)
  return (
    <AuthPage
      title={t`One more step`}
      intro={<Trans>Enter the code from your authenticator app to finish logging in.</Trans>}
    >
      <AuthForm
        onSubmit={() => store.submit()}
        busy={store.form.isBusy}
        errorMessage={store.isStepQuestion ? null : fields.refusal}
        action={<Trans>Log in</Trans>}
      >
        <SecondFactorFields field={fields.text('second_factor_code')} />
      </AuthForm>
      <BackToLogInLink />
    </AuthPage>
  )
})

const SocialLoginFailed = observer(function SocialLoginFailed({
  store,
  provider,
  isUnavailable,
}: StepProps & { isUnavailable: boolean }) {
  const { t } = useLingui()
  const { refusal } = useFormFields(store.form)
  return (
    <AuthPage
      isStep
      icon={<AuthIcon icon="alert" kind="error" />}
      title={t`Couldn’t log you in`}
      intro={
        refusal ||
        (isUnavailable ? (
          <Trans>{provider} isn’t responding. Try again later or log in another way.</Trans>
        ) : (
          <Trans>{provider} couldn’t log you in. Try again or log in another way.</Trans>
        ))
      }
    >
      <LinkButton kind="primary" size="l" block to="/login">
        <Trans>Back to login</Trans>
      </LinkButton>
    </AuthPage>
  )
})

function BackToLogInLink() {
  return (
    <LinkButton size="l" block to="/login">
      <Trans>Back to login</Trans>
    </LinkButton>
  )
}
