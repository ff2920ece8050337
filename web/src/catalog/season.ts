import { type EventItem, sidesOf } from './model'

/** How a team's games ended. */
export interface Season {
  won: number
  lost: number
  tied: number
}

/** The record of a team over these games; null where none of them has a score. */
export function seasonOf(teamId: number, games: readonly EventItem[]): Season | null {
  const season = { won: 0, lost: 0, tied: 0 }
  for (const game of games) {
    const sides = sidesOf(game)
    if (!sides || !game.score || game.stream_status !== 'finished') continue
    const { away, home } = game.score
    const ahead = sides.home.id === teamId ? home - away : away - home
    season[ahead > 0 ? 'won' : ahead < 0 ? 'lost' : 'tied'] += 1
  }
  return season.won + season.lost + season.tied > 0 ? season : null
}

/** `4–1`, or `4–1–2` with ties. */
export const recordText = ({ won, lost, tied }: Season): string =>
  [won, lost, ...(tied > 0 ? [tied] : [])].join('–')
