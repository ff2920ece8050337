import { observer } from 'mobx-react-lite'
import { useContext } from 'react'
import { BrandContext } from '@/shared/contexts/brand'
import { type OverlayTeam, type TeamLook, teamLooks } from '../../overlay'
import type { OverlayStore } from '../../stores/OverlayStore'
import type { Pair } from '../../timeline'
import { ScoreDigits } from './ScoreDigits'
import { useBoardTexts } from './useBoardTexts'
import './OverlayBug.css'

/** The score in the picture: both teams, the score, the period and the clock. */
export const OverlayBug = observer(function OverlayBug({ store }: { store: OverlayStore }) {
  const texts = useBoardTexts()
  const { logo } = useContext(BrandContext)
  const { overlay, score } = store
  const [away, home] = overlay?.event.teams ?? []
  if (!score || !away || !home) return null
  const { board, clock } = score
  const looks = teamLooks([away, home])
  return (
    <div className="overlay-bug" data-phase={board.phase}>
      {logo ? <img className="overlay-bug__brand" src={logo} alt="" /> : null}
      <Team team={away} look={looks[0]} points={board.points} sets={board.sets} side={0} />
      <Team team={home} look={looks[1]} points={board.points} sets={board.sets} side={1} />
      <span className="overlay-bug__state">
        <span className="overlay-bug__label">{texts.state(board)}</span>
        {clock ? <span className="overlay-bug__clock">{clock}</span> : null}
      </span>
    </div>
  )
})

interface TeamProps {
  team: OverlayTeam
  look: TeamLook
  points: Pair
  sets: Pair | null
  side: 0 | 1
}

function Team({ team, look, points, sets, side }: TeamProps) {
  return (
    <span className="overlay-bug__team" data-ink={look.ink} style={look.style}>
      <span className="overlay-bug__name">
        {team.logo ? <img src={team.logo} alt="" /> : null}
        {team.short_name}
      </span>
      {sets ? <span className="overlay-bug__sets">{sets[side]}</span> : null}
      <ScoreDigits className="overlay-bug__score" value={points[side]} />
    </span>
  )
}
