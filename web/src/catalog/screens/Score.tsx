import { Plural } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { DAY_MS } from '@/shared/constants'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { ScorerLogIn } from '../components/scoring/ScorerLogIn'
import { ScorerScreen } from '../components/scoring/ScorerScreen'
import { useCatalog } from '../context'
import { linkTimeline, logInScorer } from '../scorerApi'
import { ScorerStore } from '../stores/scoring/ScorerStore'

const NAME = 'scorer_name'
const SESSION_LIFETIME_MS = 7 * DAY_MS

/** The screen `/score/:token`: a scorer without an account enters with a PIN, and keeps the score of one event. */
export default function Score() {
  const { token = '' } = useParams()
  return <LinkScreen key={token} token={token} />
}

const LinkScreen = observer(function LinkScreen({ token }: { token: string }) {
  const { api, storage } = useCatalog().shell
  const formatError = useErrorMessage()
  const sessionName = `scorer_session_${token}`
  const [session, setSession] = useState(() => storage.get<string>(sessionName))
  const store = useMemo(
    () => (session ? new ScorerStore(linkTimeline(api, session), storage) : null),
    [api, storage, session],
  )

  function saveSession(newSession: string, name: string) {
    storage.set(sessionName, newSession, SESSION_LIFETIME_MS)
    storage.set(NAME, name)
    setSession(newSession)
  }

  const logIn = (
    <ScorerLogIn
      savedName={storage.get<string>(NAME) ?? ''}
      notice={
        store?.state === 'ended' ? (
          <>
            {store.error ? formatError(store.error) : null}{' '}
            {store.waiting.length > 0 ? (
              <Plural
                value={store.waiting.length}
                one="# entry waits on this phone, and is sent when you enter again."
                other="# entries wait on this phone, and are sent when you enter again."
              />
            ) : null}
          </>
        ) : null
      }
      logIn={(pin, name) => logInScorer(api, token, pin, name)}
      onEntered={saveSession}
    />
  )
  return store ? <ScorerScreen key={session} store={store} ended={logIn} /> : logIn
})
