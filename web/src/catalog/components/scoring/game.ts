import type { ScoredTeam } from '../../scorerApi'
import type { ScoredSport } from '../../scoring/sport'

/** What the parts of the scorer page know of the game. */
export interface Game {
  sport: ScoredSport
  /** The away team first. Empty if the event is not between two teams. */
  teams: readonly ScoredTeam[]
}
