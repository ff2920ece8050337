import { dayKey } from '@/shared/format/dates'
import { participantsBySide } from '@/shared/participantsBySide'
import type { EventItem, Participant, Score } from './model'

/** How a team's games of one season ended. */
export interface SeasonRecord {
  won: number
  lost: number
  tied: number
}

/** Whose record it is: the team, the teams it stands for, and the competition it plays in. */
export type SeasonTeam = Pick<Participant, 'id' | 'event_category_id'> & {
  children?: readonly { id: number }[]
}

/** When the season began: the last August 1 in the channel's zone, as `2026-08-01`. */
export function seasonStartDay(now: number, timeZone?: string): string {
  const [year = '', month = ''] = dayKey(now, timeZone).split('-')
  return `${month >= '08' ? year : Number(year) - 1}-08-01`
}

/**
 * The record of a team in the current season of its competition; null where none of these games counts.
 * A game of a team that it stands for is its own game. Two of its own teams against each other count for neither.
 */
export function computeSeason(
  team: SeasonTeam,
  games: readonly EventItem[],
  now: number,
  timeZone?: string,
): SeasonRecord | null {
  const season = { won: 0, lost: 0, tied: 0 }
  const own = new Set([team.id, ...(team.children ?? []).map(({ id }) => id)])
  const since = seasonStartDay(now, timeZone)
  for (const game of games) {
    const sides = participantsBySide(game)
    if (!sides || !game.score || game.stream_status !== 'finished') continue
    if (dayKey(game.event_utc_ts * 1000, timeZone) < since || !playedIn(team, game)) continue
    const atHome = own.has(sides.home.id)
    if (atHome === own.has(sides.away.id)) continue
    const ahead = homeMargin(game.score) * (atHome ? 1 : -1)
    season[ahead > 0 ? 'won' : ahead < 0 ? 'lost' : 'tied'] += 1
  }
  return season.won + season.lost + season.tied > 0 ? season : null
}

/** Whether these games, the latest first, hold all of the current season. */
export function coversSeason(
  games: readonly EventItem[],
  total: number,
  now: number,
  timeZone?: string,
): boolean {
  const since = seasonStartDay(now, timeZone)
  return games.length === total || games.some(game => dayKey(game.event_utc_ts * 1000, timeZone) < since)
}

const playedIn = (team: SeasonTeam, game: EventItem): boolean =>
  team.event_category_id === null || !game.event_category || game.event_category.id === team.event_category_id

/** A shootout as score notes write it: `SO 4–3`, `F/SO (4-3)`, `pens 5–4`, `t.a.b. 4–2`, `fus. 3–2`. */
const SHOOTOUT =
  /(?:^|[^a-z])(?:so|shoot-?out|pens?|pks?|penalties|penalty kicks|tab|t\.a\.b|tirs au but|fusillade|fus|tb|tdb)\b[.:,\s(]*(\d+)\s*[–—:-]\s*(\d+)/i

/** By how much the home team won, a shootout included; negative where it lost, 0 for a tie. */
export function homeMargin({ away, home, note }: Score): number {
  if (home !== away) return home - away
  const [, shotAway, shotHome] = SHOOTOUT.exec(note ?? '') ?? []
  return shotAway === undefined ? 0 : Number(shotHome) - Number(shotAway)
}

/** `4–1`, or `4–1–2` with ties. */
export const formatRecord = ({ won, lost, tied }: SeasonRecord): string =>
  [won, lost, ...(tied > 0 ? [tied] : [])].join('–')
