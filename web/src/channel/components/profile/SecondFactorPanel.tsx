import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { late } from '@/shared/late'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { useChannel } from '../../context'
import type { User } from '../../model'
import { secondFactorStore } from '../../stores/SecondFactorStore'
import { useFields } from '../auth/useFields'
import { RecoveryCodes } from './RecoveryCodes'
import { SecondFactorPassword } from './SecondFactorPassword'
import { SecretStep } from './SecretStep'
import { OnOff } from './SecuritySummary'
import './Security.css'

const TurnOffDialog = late(() => import('./TurnOffDialog'))

/** A second factor of log-in: the code of an authenticator app. */
export const SecondFactorPanel = observer(function SecondFactorPanel({ user }: { user: User }) {
  const store = useChannel().bring(secondFactorStore)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(store.step)
  useEffect(() => () => store.reset(), [store])
  // What was pressed last goes with its step.
  useEffect(() => {
    if (store.step === 'rest' && shown.current !== 'rest') heading.current?.focus()
    shown.current = store.step
  }, [store.step])
  return (
    <section className="panel stack">
      <div className="spread">
        <h2 ref={heading} className="display h3" tabIndex={-1}>
          <Trans>Authenticator app</Trans>
        </h2>
        <OnOff on={user.two_factor} />
      </div>
      {store.step === 'password' ? (
        <SecondFactorPassword />
      ) : store.step === 'secret' ? (
        <SecretStep />
      ) : store.step === 'recovery' ? (
        <RecoveryCodes />
      ) : user.two_factor ? (
        <TurnedOn heading={heading} />
      ) : (
        <TurnedOff />
      )}
    </section>
  )
})

const TurnedOff = observer(function TurnedOff() {
  const store = useChannel().bring(secondFactorStore)
  const { refusal } = useFields(store.start)
  return (
    <>
      <p className="muted">
        <Trans>
          Each log-in then asks for a code as well, which changes every 30 seconds. Whoever learns how you log
          in still cannot get in.
        </Trans>
      </p>
      <FormError sentence={refusal} />
      <div className="actions">
        <Button kind="primary" busy={store.start.busy} onClick={() => void store.begin()}>
          <Trans>Set up</Trans>
        </Button>
      </div>
    </>
  )
})

function TurnedOn({ heading }: { heading: RefObject<HTMLElement | null> }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <p className="muted">
        <Trans>Each log-in asks for the code of your app, or for one of your recovery codes.</Trans>
      </p>
      <div className="actions">
        <Button aria-haspopup="dialog" onPointerEnter={TurnOffDialog.ahead} onClick={() => setAsking(true)}>
          <Trans>Turn off</Trans>
        </Button>
      </div>
      {asking ? <TurnOffDialog heading={heading} onClose={() => setAsking(false)} /> : null}
    </>
  )
}
