import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect } from 'react'
import { ErrorState } from '@/shared/ui/states'
import type { ScorerStore } from '../../stores/scoring/ScorerStore'
import { Scorer } from './Scorer'
import './Scorer.css'

interface Props {
  store: ScorerStore
  /** What the page shows after the end of the session. */
  ended: ReactNode
}

/** Follows the timeline while the page is open, and shows the scorer page once it has loaded. */
export const ScorerScreen = observer(function ScorerScreen({ store, ended }: Props) {
  const { t } = useLingui()
  useEffect(() => {
    store.start()
    return () => store.stop()
  }, [store])
  if (store.state === 'ended') return ended
  if (store.event && store.sport) return <Scorer store={store} event={store.event} sport={store.sport} />
  if (store.state === 'failed')
    return <ErrorState title={t`The game could not be loaded`} onRetry={store.retryNow} />
  return (
    <h1 className="sr-only" tabIndex={-1}>
      <Trans>Loading</Trans>
    </h1>
  )
})
