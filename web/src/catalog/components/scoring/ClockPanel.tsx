import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { formatClock, shownSeconds } from '../../scoring/clockText'
import { MAX_CLOCK_SECONDS } from '../../scoring/limits'
import { phaseName } from '../../scoring/sport'
import { findSetWinner, listSteps } from '../../scoring/steps'
import type { ScorerStore } from '../../stores/scoring/ScorerStore'
import type { Game } from './game'
import { SetClockDialog } from './SetClockDialog'

const NUDGES = [-10, -1, 1, 10] as const
const TICK_MS = 100

interface Props {
  store: ScorerStore
  game: Game
  disabled: boolean
}

/** The period, and the clock with its buttons in a sport with a clock. */
export const ClockPanel = observer(function ClockPanel({ store, game, disabled }: Props) {
  const { t } = useLingui()
  const [isSetting, setSetting] = useState(false)
  const { sport } = game
  const { clock, phase } = store.scoreboard
  const hasClock = sport.clock_direction !== 'none'
  const isOn = phase === 'period' && clock !== null
  return (
    <section className="scorer-clock" aria-label={hasClock ? t`Clock` : t`Period`}>
      <PhaseName store={store} game={game} />
      {hasClock ? (
        <>
          <div className="scorer-clock__row">
            <ClockTime store={store} game={game} />
            <StartButton store={store} game={game} disabled={disabled} />
          </div>
          <div className="scorer-clock__nudges">
            {NUDGES.map(seconds => (
              <button
                key={seconds}
                type="button"
                className="scorer-btn"
                disabled={disabled || !isOn}
                aria-label={seconds < 0 ? t`Clock back by ${-seconds} s` : t`Clock ahead by ${seconds} s`}
                onClick={() => adjustClock(store, seconds)}
              >
                {seconds > 0 ? `+${seconds}` : `−${-seconds}`}
              </button>
            ))}
            <button
              type="button"
              className="scorer-btn"
              disabled={disabled || !isOn}
              onClick={() => setSetting(true)}
            >
              <Trans>Set time</Trans>
            </button>
          </div>
        </>
      ) : null}
      {isSetting && clock ? (
        <SetClockDialog
          seconds={shownSeconds(clock, store.now(), sport.clock_direction)}
          onSet={seconds => {
            store.press('clock_set', { seconds })
            setSetting(false)
          }}
          onClose={() => setSetting(false)}
        />
      ) : null}
    </section>
  )
})

/** Start or stop the clock. The start also starts the next period, if the rules say which one is next. */
export function toggleClock(store: ScorerStore): void {
  const { sport, scoreboard } = store
  if (!sport || sport.clock_direction === 'none') return
  if (scoreboard.phase === 'period') {
    if (scoreboard.clock) store.press(scoreboard.clock.is_running ? 'clock_stopped' : 'clock_started')
    return
  }
  const [step] = listSteps(sport, scoreboard)
  if (step?.kind !== 'period_started') return
  const { kind, ...fields } = step
  store.press(kind, fields)
  store.press('clock_started')
}

/** Move the clock by some seconds, if a period is on. */
export function adjustClock(store: ScorerStore, seconds: number): void {
  const { sport, scoreboard } = store
  if (!sport || !scoreboard.clock || scoreboard.phase !== 'period') return
  const shown = shownSeconds(scoreboard.clock, store.now(), sport.clock_direction)
  store.press('clock_set', { seconds: Math.min(MAX_CLOCK_SECONDS, Math.max(0, shown + seconds)) })
}

const PhaseName = observer(function PhaseName({ store, game: { sport } }: Omit<Props, 'disabled'>) {
  const { scoreboard } = store
  const { half, phase } = scoreboard
  const name = phaseName(sport, scoreboard)
  const isOn = phase === 'period' && half !== null
  return (
    <p className="scorer-clock__phase">
      {phase === 'before' ? <Trans>Not started</Trans> : null}
      {phase === 'ended' ? <Trans>Final</Trans> : null}
      {isOn && half === 'top' ? <Trans>Top: {name}</Trans> : null}
      {isOn && half === 'bottom' ? <Trans>Bottom: {name}</Trans> : null}
      {phase !== 'before' && phase !== 'ended' && !isOn ? name : null}
      {findSetWinner(sport, scoreboard) ? (
        <b className="scorer-clock__note">
          <Trans>The set is won</Trans>
        </b>
      ) : null}
    </p>
  )
})

const ClockTime = observer(function ClockTime({ store, game: { sport } }: Omit<Props, 'disabled'>) {
  const { clock } = store.scoreboard
  const read = () => (clock ? shownSeconds(clock, store.now(), sport.clock_direction) : 0)
  const [, setShown] = useState(0)
  const isRunning = clock?.is_running ?? false
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setShown(read()), TICK_MS)
    return () => clearInterval(timer)
  })
  return (
    <p className="scorer-clock__time tabular-nums" data-running={isRunning}>
      {formatClock(clock ? read() : sport.clock_direction === 'down' ? (sport.period_seconds ?? 0) : 0)}
    </p>
  )
})

const StartButton = observer(function StartButton({ store, game, disabled }: Props) {
  const { scoreboard } = store
  const isRunning = scoreboard.phase === 'period' && (scoreboard.clock?.is_running ?? false)
  const [step] = listSteps(game.sport, scoreboard)
  const canStart = scoreboard.phase === 'period' ? scoreboard.clock !== null : step?.kind === 'period_started'
  return (
    <button
      type="button"
      className="scorer-btn scorer-btn--main scorer-clock__start"
      disabled={disabled || !canStart}
      onClick={() => toggleClock(store)}
    >
      {isRunning ? <Trans>Stop clock</Trans> : <Trans>Start clock</Trans>}
    </button>
  )
})
