import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { LinkButton } from '@/shared/ui/Button'
import { ErrorState } from '@/shared/ui/states'
import { useCatalog } from '../../../context'
import { scorePath } from '../../../scheduleApi'
import { studioTimeline } from '../../../scorerApi'
import { phaseName } from '../../../scoring/sport'
import { ScorerStore } from '../../../stores/scoring/ScorerStore'
import { EntryList } from '../../scoring/EntryList'
import type { Game } from '../../scoring/game'
import { useScoreText } from '../../scoring/useScoreText'
import { ScorerLinkPanel } from './ScorerLinkPanel'
import '@/shared/ui/Panel.css'
import './ScorePanel.css'

interface Props {
  eventId: number
}

/** The score of an event in the studio: the current score, the scorer link, and what happened. */
export const ScorePanel = observer(function ScorePanel({ eventId }: Props) {
  const { t } = useLingui()
  const { api, storage, channel } = useCatalog().shell
  const [store] = useState(() => new ScorerStore(studioTimeline(api, eventId), storage))
  useEffect(() => {
    store.start()
    return () => store.stop()
  }, [store])
  if (store.state === 'failed' || store.state === 'ended')
    return <ErrorState title={t`The score could not be loaded`} onRetry={() => store.start()} />
  const { event, sport } = store
  const game: Game | null = event && sport ? { sport, teams: event.teams } : null
  return (
    <div className="stack stack--8" aria-busy={!game || undefined}>
      <section className="panel stack">
        <h2 className="display h3">
          <Trans>Score</Trans>
        </h2>
        {game ? <CurrentScore store={store} game={game} /> : <ScorePlaceholder />}
        <div className="cluster">
          <LinkButton kind="primary" to={scorePath(eventId)}>
            <Trans>Keep the score</Trans>
          </LinkButton>
        </div>
      </section>
      <ScorerLinkPanel eventId={eventId} />
      <section className="panel stack">
        <h2 className="display h3">
          <Trans>Timeline</Trans>
        </h2>
        {game ? (
          <EntryList store={store} game={game} limit={10} timeZone={channel.settings.time_zone} />
        ) : null}
      </section>
    </div>
  )
})

/** Two empty lines, so that the link below does not move under a finger when the score arrives. */
function ScorePlaceholder() {
  return (
    <>
      <p className="score-panel__score" aria-hidden="true">
        {'\u00A0'}
      </p>
      <p aria-hidden="true">{'\u00A0'}</p>
    </>
  )
}

const CurrentScore = observer(function CurrentScore({ store, game }: { store: ScorerStore; game: Game }) {
  const formatScore = useScoreText(game)
  const { scoreboard, source } = store
  const { phase } = scoreboard
  return (
    <>
      <p className="score-panel__score tabular-nums">
        {phase === 'before' ? <Trans>Not started</Trans> : formatScore(scoreboard)}
      </p>
      <p className="muted">
        {phase === 'ended' ? <Trans>Final</Trans> : phaseName(game.sport, scoreboard)}
        {source ? (
          <>
            {' '}
            <Trans>{source} keeps the score</Trans>
          </>
        ) : null}
      </p>
    </>
  )
})
