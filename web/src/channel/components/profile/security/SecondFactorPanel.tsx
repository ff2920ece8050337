import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { useChannel } from '../../../context'
import type { User } from '../../../model'
import { secondFactorStore } from '../../../stores/SecondFactorStore'
import { useFormFields } from '../../auth/useFormFields'
import { RecoveryCodes } from './RecoveryCodes'
import { SecondFactorPassword } from './SecondFactorPassword'
import { SecretStep } from './SecretStep'
import { OnOffBadge } from './SecuritySummary'
import './Security.css'

const DisableSecondFactorDialog = lazyComponent(() => import('./DisableSecondFactorDialog'))

/** The panel to set up or turn off an authenticator app. */
export const SecondFactorPanel = observer(function SecondFactorPanel({ user }: { user: User }) {
  const store = useChannel().resolve(secondFactorStore)
  const heading = useRef<HTMLHeadingElement>(null)
  const { state } = store
  const previousKind = useRef(state.kind)
  useEffect(() => () => store.reset(), [store])
  // The pressed button disappears with its step, so the heading gets the focus.
  useEffect(() => {
    if (state.kind === 'idle' && previousKind.current !== 'idle') heading.current?.focus()
    previousKind.current = state.kind
  }, [state.kind])
  return (
    <section className="panel stack">
      <div className="spread">
        <h2 ref={heading} className="display h3" tabIndex={-1}>
          <Trans>Authenticator app</Trans>
        </h2>
        <OnOffBadge on={user.two_factor} />
      </div>
      {state.kind === 'password' ? (
        <SecondFactorPassword />
      ) : state.kind === 'secret' ? (
        <SecretStep secret={state.secret} />
      ) : state.kind === 'recovery' ? (
        <RecoveryCodes codes={state.recoveryCodes} />
      ) : user.two_factor ? (
        <SecondFactorEnabled heading={heading} />
      ) : (
        <SecondFactorDisabled />
      )}
    </section>
  )
})

const SecondFactorDisabled = observer(function SecondFactorDisabled() {
  const store = useChannel().resolve(secondFactorStore)
  const { refusal } = useFormFields(store.start)
  return (
    <>
      <p className="muted">
        <Trans>
          Add a second step when you log in: a code that changes every 30 seconds. It keeps your account safe
          even if someone learns your password.
        </Trans>
      </p>
      <FormError message={refusal} />
      <div className="actions">
        <Button kind="primary" busy={store.start.isBusy} onClick={() => void store.startSetup()}>
          <Trans>Set up</Trans>
        </Button>
      </div>
    </>
  )
})

function SecondFactorEnabled({ heading }: { heading: RefObject<HTMLElement | null> }) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <p className="muted">
        <Trans>You need an authenticator code or a recovery code each time you log in.</Trans>
      </p>
      <div className="actions">
        <Button
          aria-haspopup="dialog"
          onPointerEnter={DisableSecondFactorDialog.preload}
          onClick={() => setIsConfirming(true)}
        >
          <Trans>Turn off</Trans>
        </Button>
      </div>
      {isConfirming ? (
        <DisableSecondFactorDialog heading={heading} onClose={() => setIsConfirming(false)} />
      ) : null}
    </>
  )
}
