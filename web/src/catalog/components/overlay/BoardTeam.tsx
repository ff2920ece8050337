import type { OverlayTeam, TeamLook } from '../../overlay'
import { ScoreDigits } from './ScoreDigits'

interface Props {
  team: OverlayTeam
  look: TeamLook
  points: number
  sets: number | null
}

/** A team of the scoreboard: its name in its color, the points, and the sets that it won. */
export function BoardTeam({ team, look, points, sets }: Props) {
  return (
    <section className="scoreboard__team" data-ink={look.ink} style={look.style}>
      <h2 className="scoreboard__name">
        {team.logo ? <img src={team.logo} alt="" /> : null}
        <span>{team.short_name}</span>
        {sets === null ? null : <ScoreDigits className="scoreboard__sets" value={sets} />}
      </h2>
      <div className="scoreboard__points" data-digits={String(points).length}>
        <ScoreDigits className="scoreboard__digits" value={points} />
      </div>
    </section>
  )
}
