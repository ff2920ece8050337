import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { useChannel } from '../../context'
import type { User } from '../../model'
import { secondFactorStore } from '../../stores/SecondFactorStore'
import { FormError } from '../auth/FormError'
import { useFields } from '../auth/useFields'
import { RecoveryCodes } from './RecoveryCodes'
import { SecondFactorPassword } from './SecondFactorPassword'
import { SecretStep } from './SecretStep'
import { OnOff } from './SecuritySummary'
import './Security.css'

const loadDialog = () => import('./TurnOffDialog')
const TurnOffDialog = lazy(loadDialog)

/** A second factor of log-in: the code of an authenticator app. */
export const SecondFactorPanel = observer(function SecondFactorPanel({ user }: { user: User }) {
  const store = useChannel().bring(secondFactorStore)
  useEffect(() => () => store.reset(), [store])
  return (
    <section className="panel stack">
      <div className="spread">
        <h2 className="display h3">
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
        <TurnedOn />
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
          Log in with your password and a code that changes every 30 seconds. Whoever learns your password
          still cannot get in.
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

function TurnedOn() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <p className="muted">
        <Trans>Each log-in asks for the code of your app, or for one of your recovery codes.</Trans>
      </p>
      <div className="actions">
        <Button aria-haspopup="dialog" onPointerEnter={loadDialog} onClick={() => setAsking(true)}>
          <Trans>Turn off</Trans>
        </Button>
      </div>
      {asking ? (
        <Suspense>
          <TurnOffDialog onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
