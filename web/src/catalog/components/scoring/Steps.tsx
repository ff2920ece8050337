import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Icon } from '@/shared/ui/Icon'
import { findSetWinner, listSteps, type Step } from '../../scoring/steps'
import type { Side } from '../../scoring/timeline'
import type { ScorerStore } from '../../stores/scoring/ScorerStore'
import { EndGameDialog } from './EndGameDialog'
import type { Game } from './game'
import { useStepTexts } from './useStepTexts'

interface Props {
  store: ScorerStore
  game: Game
  disabled: boolean
}

/** Buttons for the start and end of periods, overtime, a shootout and the end of the game. */
export const Steps = observer(function Steps({ store, game, disabled }: Props) {
  const { t } = useLingui()
  const nameStep = useStepTexts(game.sport)
  const [isEnding, setEnding] = useState(false)
  const { scoreboard } = store
  const steps = listSteps(game.sport, scoreboard)
  const isSetWon = findSetWinner(game.sport, scoreboard) !== null
  if (scoreboard.phase === 'ended' && !isEnding) return null

  function startStep({ kind, ...fields }: Step) {
    if (kind === 'game_ended') setEnding(true)
    else store.press(kind, fields)
  }

  function endGame(winner?: Side) {
    setEnding(false)
    store.press('game_ended', winner ? { winner } : {})
  }

  return (
    <section className="scorer-steps" aria-label={t`What comes next`}>
      {steps.map((step, index) => (
        <button
          key={`${step.kind}${step.period ?? ''}${step.half ?? ''}`}
          type="button"
          className={index === 0 && isSetWon ? 'scorer-btn scorer-btn--main' : 'scorer-btn'}
          disabled={disabled}
          onClick={() => startStep(step)}
        >
          {nameStep(step)}
        </button>
      ))}
      {scoreboard.phase !== 'ended' && !steps.some(({ kind }) => kind === 'game_ended') ? (
        <button
          type="button"
          className="scorer-btn scorer-steps__more"
          disabled={disabled}
          aria-label={t`End the game early`}
          onClick={() => setEnding(true)}
        >
          <Icon name="more" />
        </button>
      ) : null}
      {isEnding ? (
        <EndGameDialog store={store} game={game} onEnd={endGame} onClose={() => setEnding(false)} />
      ) : null}
    </section>
  )
})
