import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button } from '@/shared/ui/Button'
import { useChannel } from '../../../context'
import { secondFactorStore } from '../../../stores/SecondFactorStore'
import { AuthForm } from '../../auth/AuthForm'
import { PasswordField } from '../../auth/PasswordField'
import { useFocusOnShow } from '../useFocusOnShow'
import { useCurrentPassword } from './useCurrentPassword'

/** The password step before the setup of a second factor. */
export const SecondFactorPassword = observer(function SecondFactorPassword() {
  const { t } = useLingui()
  const store = useChannel().resolve(secondFactorStore)
  const { field, refusal } = useCurrentPassword(store.start)
  const heading = useFocusOnShow<HTMLParagraphElement>()
  return (
    <div className="stack security__step">
      <p ref={heading} className="muted" tabIndex={-1}>
        <Trans>Enter your password to continue.</Trans>
      </p>
      <AuthForm
        onSubmit={() => store.fetchSecret()}
        busy={store.start.isBusy}
        errorMessage={refusal}
        action={<Trans>Continue</Trans>}
      >
        <PasswordField {...field} label={t`Current password`} autoComplete="current-password" />
      </AuthForm>
      <Button kind="quiet" onClick={() => store.reset()}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  )
})
