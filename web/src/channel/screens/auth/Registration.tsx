import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { TextField } from '@/shared/ui/Field'
import { MIN_PASSWORD_LENGTH } from '@/shared/validators'
import { AuthForm } from '../../components/auth/AuthForm'
import { AuthPage } from '../../components/auth/AuthPage'
import { PasswordField } from '../../components/auth/PasswordField'
import { RobotCheck } from '../../components/auth/RobotCheck'
import { SocialButtons } from '../../components/auth/SocialButtons'
import { TermsField } from '../../components/auth/TermsField'
import { useFormFields } from '../../components/auth/useFormFields'
import { useChannel } from '../../context'
import { type RegistrationStore, registrationStore } from '../../stores/RegistrationStore'

/** `/registration`: creates an account with a password or through a social provider (§2, §5). */
export default observer(function Registration() {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(registrationStore)
  const { name } = channel.settings
  useEffect(() => () => store.leave(), [store])
  return (
    <AuthPage
      title={t`Create an account`}
      intro={<Trans>Create a free account for everything on {name}.</Trans>}
      slide={1}
    >
      <SocialButtons />
      <RegistrationFields store={store} />
      <p className="muted">
        <Trans>
          Already have an account?{' '}
          <Link className="link" to="/login">
            Log in
          </Link>
        </Trans>
      </p>
    </AuthPage>
  )
})

const RegistrationFields = observer(function RegistrationFields({ store }: { store: RegistrationStore }) {
  const { t } = useLingui()
  const fields = useFormFields(store.form)
  return (
    <AuthForm
      onSubmit={() => store.submit()}
      busy={store.form.isBusy}
      errorMessage={fields.refusal}
      action={<Trans>Create account</Trans>}
    >
      <div className="grid-2">
        <TextField label={t`First name`} {...fields.text('first_name')} autoComplete="given-name" />
        <TextField label={t`Last name`} {...fields.text('last_name')} autoComplete="family-name" />
      </div>
      <TextField
        label={t`Email`}
        {...fields.text('email')}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      <TextField label={t`Phone (optional)`} {...fields.text('phone')} type="tel" autoComplete="tel" />
      <PasswordField
        label={t`Password`}
        hint={t`At least ${MIN_PASSWORD_LENGTH} characters`}
        {...fields.text('password')}
        autoComplete="new-password"
      />
      <PasswordField
        label={t`Confirm password`}
        {...fields.text('password_confirmation')}
        autoComplete="new-password"
      />
      <TermsField {...fields.check('accept_terms')} />
      <RobotCheck key={store.submitCount} {...fields.robot('robot_token')} />
    </AuthForm>
  )
})
