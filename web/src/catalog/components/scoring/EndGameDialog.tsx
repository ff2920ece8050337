import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { Dialog } from '@/shared/ui/Dialog'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import type { Side } from '../../scoring/timeline'
import type { ScorerStore } from '../../stores/scoring/ScorerStore'
import type { Game } from './game'
import { useScoreText } from './useScoreText'

interface Props {
  store: ScorerStore
  game: Game
  /** Called with the winner of a forfeit. */
  onEnd: (winner?: Side) => void
  onClose: () => void
}

/** Confirms the end of the game with its score, or a forfeit with its winner. */
export const EndGameDialog = observer(function EndGameDialog({ store, game, onEnd, onClose }: Props) {
  const { t } = useLingui()
  const formatScore = useScoreText(game)
  const [isForfeit, setForfeit] = useState(false)
  const [winner, setWinner] = useState<Side>('home')
  const [away, home] = game.teams
  const score = formatScore(store.scoreboard)
  return (
    <Dialog
      open
      kind="sheet"
      onClose={onClose}
      title={t`End the game?`}
      description={isForfeit ? t`Choose the team that wins by forfeit.` : t`Final score: ${score}`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button kind="primary" onClick={() => onEnd(isForfeit ? winner : undefined)}>
            <Trans>End game</Trans>
          </Button>
        </>
      }
    >
      {away && home ? (
        <div className="stack">
          <CheckField checked={isForfeit} onChange={event => setForfeit(event.target.checked)}>
            <Trans>One team forfeits</Trans>
          </CheckField>
          {isForfeit ? (
            <SegmentedControl<Side>
              label={t`Winner`}
              choices={[
                { value: 'away', label: away.short_name },
                { value: 'home', label: home.short_name },
              ]}
              value={winner}
              onChange={setWinner}
            />
          ) : null}
        </div>
      ) : null}
    </Dialog>
  )
})
