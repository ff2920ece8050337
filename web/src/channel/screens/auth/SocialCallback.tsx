import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { LinkButton } from '@/shared/ui/Button'
import { AuthForm } from '../../components/auth/AuthForm'
import { AuthMark } from '../../components/auth/AuthMark'
import { AuthPage } from '../../components/auth/AuthPage'
import { Busy } from '../../components/auth/Busy'
import { CodeFields } from '../../components/auth/CodeFields'
import { PasswordField } from '../../components/auth/PasswordField'
import { TermsField } from '../../components/auth/TermsField'
import { useFields } from '../../components/auth/useFields'
import { useChannel } from '../../context'
import { providerName } from '../../providers'
import { type SocialStore, socialStore } from '../../stores/SocialStore'

interface Step {
  store: SocialStore
  provider: string
}

/** `/auth/login/{provider}/callback?code&state`: back from a provider, on the way in (§2, §7, §8). */
export default observer(function SocialCallback() {
  const { provider = '' } = useParams()
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const store = useChannel().bring(socialStore)

  // What the provider sent is read once and leaves the address, and with it the history.
  useEffect(() => {
    const query = new URLSearchParams(search)
    const [code, state] = [query.get('code'), query.get('state')]
    if (code && state) void store.open({ provider, code, state })
    else if (search || !(store.pending || store.step === 'refused')) store.refuse(query.get('error'))
    if (search) void navigate(pathname, { replace: true })
  }, [store, provider, search, pathname, navigate])

  const step = { store, provider: providerName(provider) }
  if (store.step === 'refused') return <Refused {...step} />
  if (store.step === 'ready') return <Ready {...step} />
  if (store.step === 'newcomer') return <Newcomer {...step} />
  if (store.step === 'password') return <Password {...step} />
  return store.step === 'code' ? <SecondFactor {...step} /> : <Entering {...step} />
})

/** Nobody is logged in by opening a link: whoever did not come from the provider's button presses one here. */
function Ready({ store, provider }: Step) {
  const { t } = useLingui()
  return (
    <AuthPage
      step
      title={t`Log in with ${provider}`}
      lede={<Trans>Continue only if you chose to log in with {provider}.</Trans>}
    >
      <AuthForm onSubmit={() => store.goOn()} busy={false} action={<Trans>Continue</Trans>} />
      <BackToLogIn />
    </AuthPage>
  )
}

/** The account has a password: whoever links a provider to it for the first time enters it. */
const Password = observer(function Password({ store, provider }: Step) {
  const { t } = useLingui()
  const fields = useFields(store.form)
  return (
    <AuthPage
      step
      title={t`Enter your password`}
      lede={
        <Trans>
          You already have an account with this address. Enter its password once, and log in with {provider}{' '}
          from then on.
        </Trans>
      }
    >
      <AuthForm
        onSubmit={() => store.submit()}
        busy={store.form.busy}
        refusal={store.isAsking ? null : fields.refusal}
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
      <BackToLogIn />
    </AuthPage>
  )
})

function Entering({ provider }: Step) {
  const { t } = useLingui()
  return (
    <AuthPage
      mark={<AuthMark icon="clock" />}
      title={t`One moment`}
      lede={<Trans>We are logging you in with {provider}.</Trans>}
    >
      <Busy />
    </AuthPage>
  )
}

const Newcomer = observer(function Newcomer({ store }: Step) {
  const { t } = useLingui()
  const fields = useFields(store.form)
  return (
    <AuthPage
      step
      title={t`Create an account`}
      lede={t`You are not registered yet. Please accept terms and conditions and click Register to continue.`}
      slide={1}
    >
      <AuthForm
        onSubmit={() => store.submit()}
        busy={store.form.busy}
        refusal={store.isAsking ? null : fields.refusal}
        action={<Trans>Register</Trans>}
      >
        <TermsField {...fields.check('accept_terms')} />
      </AuthForm>
      <BackToLogIn />
    </AuthPage>
  )
})

const SecondFactor = observer(function SecondFactor({ store }: Step) {
  const { t } = useLingui()
  const fields = useFields(store.form)
  return (
    <AuthPage
      title={t`One more step`}
      lede={<Trans>Enter the code of your authenticator app to finish logging in.</Trans>}
    >
      <AuthForm
        onSubmit={() => store.submit()}
        busy={store.form.busy}
        refusal={store.isAsking ? null : fields.refusal}
        action={<Trans>Log in</Trans>}
      >
        <CodeFields field={fields.text('second_factor_code')} />
      </AuthForm>
      <BackToLogIn />
    </AuthPage>
  )
})

const Refused = observer(function Refused({ store, provider }: Step) {
  const { t } = useLingui()
  const { refusal } = useFields(store.form)
  return (
    <AuthPage
      step
      mark={<AuthMark icon="alert" kind="bad" />}
      title={t`That did not work`}
      lede={
        refusal ||
        (store.unavailable ? (
          <Trans>{provider} does not answer at the moment. Try again later, or log in another way.</Trans>
        ) : (
          <Trans>{provider} did not log you in. Try again, or log in another way.</Trans>
        ))
      }
    >
      <LinkButton kind="primary" size="l" block to="/login">
        <Trans>Back to log in</Trans>
      </LinkButton>
    </AuthPage>
  )
})

function BackToLogIn() {
  return (
    <LinkButton size="l" block to="/login">
      <Trans>Back to log in</Trans>
    </LinkButton>
  )
}
