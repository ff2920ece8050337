import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { Side } from '../../scoring/timeline'
import type { ScorerStore } from '../../stores/scoring/ScorerStore'
import type { Game } from './game'
import { sideStyle } from './sideColors'
import './TeamButtons.css'

interface Props {
  store: ScorerStore
  game: Game
  disabled: boolean
  onPress: (side: Side) => void
}

/** The two halves in the colors of the teams. A press scores, or opens the ways to score. */
export const TeamButtons = observer(function TeamButtons(props: Props) {
  return (
    <div className="scorer-halves">
      <HalfButton side="away" {...props} />
      <HalfButton side="home" {...props} />
    </div>
  )
})

const HalfButton = observer(function HalfButton({
  side,
  store,
  game,
  disabled,
  onPress,
}: Props & { side: Side }) {
  const { t } = useLingui()
  const { sport, teams } = game
  const { points, sets, shootout, phase } = store.scoreboard
  const index = side === 'away' ? 0 : 1
  const team = teams[index]
  const [only] = sport.scores.length === 1 ? sport.scores : []
  const name = team?.short_name ?? ''
  const shown = phase === 'shootout' ? shootout?.[index] : points[index]
  const action = only ? `+ ${only.name}` : t`+ Score`
  return (
    <button
      type="button"
      className="scorer-halves__half"
      data-side={side}
      style={sideStyle(teams, side)}
      aria-disabled={disabled || undefined}
      onClick={() => (disabled ? undefined : onPress(side))}
    >
      <span className="scorer-halves__team">{name}</span>
      <span className="scorer-halves__points">{shown}</span>
      <span className="scorer-halves__note">
        {sport.sets ? <Plural value={sets[index]} one="# set" other="# sets" /> : null}
        {shootout ? (
          <ShootoutNote isOn={phase === 'shootout'} goals={shootout[index]} points={points[index]} />
        ) : null}
      </span>
      <span className="scorer-halves__action">{action}</span>
    </button>
  )
})

/** The score of the game during a shootout, and that of the shootout afterwards. */
function ShootoutNote({ isOn, goals, points }: { isOn: boolean; goals: number; points: number }) {
  return isOn ? <Trans>Score: {points}</Trans> : <Trans>Shootout: {goals}</Trans>
}
