import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCopy } from '@/shared/hooks/useCopy'
import { TOUCH_QUERY, useMediaQuery } from '@/shared/hooks/useMediaQuery'
import { Button, LinkButton } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { useChannel } from '../../../context'
import type { NewSecret } from '../../../profileApi'
import { secondFactorStore } from '../../../stores/SecondFactorStore'
import { AuthForm } from '../../auth/AuthForm'
import { useFormFields } from '../../auth/useFormFields'
import { useFocusOnShow } from '../useFocusOnShow'

/** The setup step with the secret as a QR code and as text, and the field for the app's first code. */
export const SecretStep = observer(function SecretStep({ secret }: { secret: NewSecret }) {
  const { t } = useLingui()
  const store = useChannel().resolve(secondFactorStore)
  const { text, refusal } = useFormFields(store.confirmation)
  const heading = useFocusOnShow<HTMLHeadingElement>()
  // A phone cannot scan its own screen, and probably has the app. So it gets a link to open the app.
  const isTouch = useMediaQuery(TOUCH_QUERY)
  return (
    <div className="security__secret">
      <div className="stack">
        <h3 ref={heading} className="security__title" tabIndex={-1}>
          <Trans>1. Scan this code with your app</Trans>
        </h3>
        <img
          className="security__qr"
          src={svgDataUrl(secret.qr)}
          alt={t`QR code for your authenticator app`}
        />
        {isTouch ? (
          <LinkButton to={secret.uri}>
            <Trans>Open in app</Trans>
          </LinkButton>
        ) : null}
        <SecretText secret={secret.secret} />
      </div>
      <div className="stack">
        <h3 className="security__title">
          <Trans>2. Enter the code from the app</Trans>
        </h3>
        <AuthForm
          onSubmit={() => store.confirm()}
          busy={store.confirmation.isBusy}
          errorMessage={refusal}
          action={<Trans>Turn on</Trans>}
        >
          <TextField
            {...text('code')}
            className="security__code"
            label={t`Code`}
            hint={t`Enter the 6-digit code from your authenticator app.`}
            autoComplete="one-time-code"
            inputMode="numeric"
          />
        </AuthForm>
        <Button kind="quiet" onClick={() => store.reset()}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </div>
  )
})

function SecretText({ secret }: { secret: string }) {
  const { t } = useLingui()
  const copy = useCopy(useChannel().shell.toasts)
  return (
    <div className="stack stack--2">
      <p className="hint">
        <Trans>No camera? Enter this key in your app:</Trans>
      </p>
      <code className="security__key">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      <div>
        <Button size="s" onClick={() => void copy(secret, t`Key copied`)}>
          <Trans>Copy key</Trans>
        </Button>
      </div>
    </div>
  )
}

/** Return an SVG as a data URL. Scripts in images never run, and the site's CSP allows `data:` images. */
const svgDataUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
