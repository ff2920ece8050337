import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import type { ScoredEvent } from '../../scorerApi'
import type { ScoredSport } from '../../scoring/sport'
import type { Side } from '../../scoring/timeline'
import type { ScorerStore } from '../../stores/scoring/ScorerStore'
import { adjustClock, ClockPanel, toggleClock } from './ClockPanel'
import { EntryList } from './EntryList'
import type { Game } from './game'
import { LiveScore } from './LiveScore'
import { Moments } from './Moments'
import { type OpenChoice, ScorerChoices } from './ScorerChoices'
import { ScorerSettings, useScorerSettings } from './ScorerSettings'
import { StatusLine } from './StatusLine'
import { Steps } from './Steps'
import { TeamButtons } from './TeamButtons'
import { useEntryTexts } from './useEntryTexts'
import { useShortcuts } from './useShortcuts'
import { useWakeLock } from './useWakeLock'
import './Scorer.css'

interface Props {
  store: ScorerStore
  event: ScoredEvent
  sport: ScoredSport
}

/** The scorer page of an event: everything that a thumb needs on one screen, and below it what happened. */
export const Scorer = observer(function Scorer({ store, event, sport }: Props) {
  const { t } = useLingui()
  const [openChoice, setOpenChoice] = useState<OpenChoice | null>(null)
  const settings = useScorerSettings()
  const game: Game = { sport, teams: event.teams }
  const isLocked = store.source !== null
  useDocumentTitle(t`Keep the score`)
  useWakeLock()

  function score(side: Side) {
    const [first, second] = sport.scores
    if (isLocked || !first) return
    if (second) setOpenChoice({ kind: 'score', side })
    else store.press('scored', { side, points: first.points, type: first.key })
  }

  function undo() {
    if (store.lastOwn) store.press('undone', { target: store.lastOwn.id })
  }

  useShortcuts(
    {
      ' ': () => isLocked || toggleClock(store),
      arrowleft: () => score('away'),
      arrowright: () => score('home'),
      '-': () => isLocked || adjustClock(store, -1),
      '+': () => isLocked || adjustClock(store, 1),
      u: undo,
    },
    settings.hasShortcuts && openChoice === null,
  )

  return (
    <div className="scorer" data-look={settings.look}>
      <div className="scorer__pad">
        <header className="scorer__head">
          <h1 className="scorer__name" tabIndex={-1}>
            {event.name}
          </h1>
          <StatusLine store={store} game={game} />
          {store.source ? (
            <p className="scorer__source" role="status">
              <Trans>{store.source} keeps the score</Trans>
            </p>
          ) : null}
        </header>
        <div className="scorer__controls">
          <ClockPanel store={store} game={game} disabled={isLocked} />
          <Steps store={store} game={game} disabled={isLocked} />
          <Moments game={game} onChoose={type => setOpenChoice({ kind: 'moment', type })} />
          <UndoButton store={store} game={game} onUndo={undo} />
        </div>
        <div className="scorer__thumb">
          {openChoice ? (
            <ScorerChoices
              store={store}
              game={game}
              openChoice={openChoice}
              onDone={() => setOpenChoice(null)}
            />
          ) : sport.scores.length > 0 ? (
            <TeamButtons store={store} game={game} disabled={isLocked} onPress={score} />
          ) : null}
        </div>
      </div>
      <aside className="scorer__list" aria-label={t`Timeline`}>
        <h2 className="scorer__heading">
          <Trans>Timeline</Trans>
        </h2>
        <EntryList store={store} game={game} />
        <ScorerSettings settings={settings} />
      </aside>
      <LiveScore store={store} game={game} />
    </div>
  )
})

/** Undoes the last press of this phone, by its name. */
const UndoButton = observer(function UndoButton({
  store,
  game,
  onUndo,
}: {
  store: ScorerStore
  game: Game
  onUndo: () => void
}) {
  const nameEntry = useEntryTexts(game)
  const last = store.lastOwn
  return (
    <button type="button" className="scorer-btn scorer__undo" disabled={!last} onClick={onUndo}>
      {last ? <Trans>Undo: {nameEntry(last)}</Trans> : <Trans>Nothing to undo</Trans>}
    </button>
  )
})
