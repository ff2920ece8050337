import { useLingui } from '@lingui/react/macro'
import { reaction } from 'mobx'
import { useEffect, useRef, useState } from 'react'
import type { Scoreboard } from '../../scoring/fold'
import type { ScorerStore } from '../../stores/scoring/ScorerStore'
import type { Game } from './game'
import { useScoreText } from './useScoreText'

/** Presses within this time, such as those that arrive from another scorer, are announced together. */
const SETTLE_MS = 400

interface Props {
  store: ScorerStore
  game: Game
}

/** A live region for screen readers: each new score once, and the end and the return of the connection. */
export function LiveScore({ store, game }: Props) {
  const { t } = useLingui()
  const formatScore = useScoreText(game)
  const [text, setText] = useState('')
  const describe = useRef(formatScore)
  describe.current = formatScore
  const offlineTexts = useRef(['', ''])
  offlineTexts.current = [t`Online again`, t`Offline. What you press is kept.`]

  useEffect(
    () =>
      reaction(
        () => JSON.stringify(scoreOf(store.scoreboard)),
        () => setText(describe.current(store.scoreboard)),
        { delay: SETTLE_MS },
      ),
    [store],
  )
  useEffect(
    () =>
      reaction(
        () => store.isUnreachable,
        isUnreachable => setText(offlineTexts.current[Number(isUnreachable)] ?? ''),
      ),
    [store],
  )
  return (
    <p className="sr-only" role="status">
      {text}
    </p>
  )
}

const scoreOf = ({ points, sets, shootout }: Scoreboard) => [points, sets, shootout]
