import { useLingui } from '@lingui/react/macro'
import type { KeyMoment, Pair, Snapshot } from '../../timeline'
import { useScoreTexts } from '../timeline/useScoreTexts'

/** Return the texts of an overlay or scoreboard. */
export function useBoardTexts() {
  const { t } = useLingui()
  const scores = useScoreTexts()
  return {
    /** `2nd`, `Halftime`, `Set 3`, `SO 2–1` or `Final (OT)`. */
    state: (board: Snapshot): string => {
      if (board.sets && board.phase === 'period') return board.label
      const [away, home] = board.points
      return scores.clock({ away, home, snapshot: board, clock: null })
    },
    /** `Goal`, or the text of the scorer. */
    moment: ({ kind, name, text }: KeyMoment): string => (kind === 'final' ? t`Final` : name || text),
    score: (pair: Pair): string => pair.join('–'),
  }
}
