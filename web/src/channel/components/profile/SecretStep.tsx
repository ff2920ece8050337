import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useMediaQuery } from '@/shared/hooks/useMediaQuery'
import { Button, LinkButton } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { useChannel } from '../../context'
import { secondFactorStore } from '../../stores/SecondFactorStore'
import { AuthForm } from '../auth/AuthForm'
import { useFields } from '../auth/useFields'
import { useCopy } from './useCopy'
import { useFocusOnShow } from './useFocusOnShow'

/** A screen in the hand cannot scan itself; the app is likely on it. */
const TOUCHED = '(pointer: coarse)'

/** The secret for the app, to scan or to type, and the first code that proves that it is there. */
export const SecretStep = observer(function SecretStep() {
  const { t } = useLingui()
  const store = useChannel().bring(secondFactorStore)
  const { text, refusal } = useFields(store.confirmation)
  const heading = useFocusOnShow<HTMLHeadingElement>()
  const { secret } = store
  const held = useMediaQuery(TOUCHED)
  if (!secret) return null
  return (
    <div className="security__secret">
      <div className="stack">
        <h3 ref={heading} className="security__title" tabIndex={-1}>
          <Trans>1. Scan this with your app</Trans>
        </h3>
        <img
          className="security__qr"
          src={pictureOf(secret.qr)}
          alt={t`QR code for your authenticator app`}
        />
        {held ? (
          <LinkButton to={secret.uri}>
            <Trans>Open in my app</Trans>
          </LinkButton>
        ) : null}
        <Secret secret={secret.secret} />
      </div>
      <div className="stack">
        <h3 className="security__title">
          <Trans>2. Type the code it shows</Trans>
        </h3>
        <AuthForm
          onSubmit={() => store.confirm()}
          busy={store.confirmation.busy}
          refusal={refusal}
          action={<Trans>Turn on</Trans>}
        >
          <TextField
            {...text('code')}
            className="security__code"
            label={t`Code`}
            hint={t`The six digits that your authenticator app shows.`}
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

function Secret({ secret }: { secret: string }) {
  const { t } = useLingui()
  const copy = useCopy()
  return (
    <div className="stack stack--2">
      <p className="hint">
        <Trans>No camera? Type this key into the app:</Trans>
      </p>
      <code className="security__key">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      <div>
        <Button size="s" onClick={() => void copy(secret, t`The key is copied`)}>
          <Trans>Copy the key</Trans>
        </Button>
      </div>
    </div>
  )
}

/** As a picture nothing in it can run, and the page's policy allows `data:` for pictures. */
const pictureOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
