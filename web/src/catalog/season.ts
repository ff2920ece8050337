import { dayKey } from '@/shared/format/dates'
import { participantsBySide } from '@/shared/participantsBySide'
import type { EventItem, Participant, Score } from './model'

/** A team's results in one season. */
export interface SeasonRecord {
  won: number
  lost: number
  tied: number
}

/** The team of a record, the teams that it represents, and its competition. */
export type SeasonTeam = Pick<Participant, 'id' | 'event_category_id'> & {
  children?: readonly { id: number }[]
}

/** Return the first day of the season: the last August 1 in the channel's time zone, as `2026-08-01`. */
export function seasonStartDay(now: number, timeZone?: string): string {
  const [year = '', month = ''] = dayKey(now, timeZone).split('-')
  return `${month >= '08' ? year : Number(year) - 1}-08-01`
}

/**
 * Return the record of a team in the current season of its competition, or null if no game counts. Games of the teams
 * that it represents count too. A game between two of these teams does not count for either.
 */
export function computeSeason(
  team: SeasonTeam,
  events: readonly EventItem[],
  now: number,
  timeZone?: string,
): SeasonRecord | null {
  const record = { won: 0, lost: 0, tied: 0 }
  const teamIds = new Set([team.id, ...(team.children ?? []).map(({ id }) => id)])
  const seasonStart = seasonStartDay(now, timeZone)
  for (const event of events) {
    const sides = participantsBySide(event)
    if (!sides || !event.score || event.stream_status !== 'finished') continue
    if (dayKey(event.event_utc_ts * 1000, timeZone) < seasonStart || !isInCompetition(team, event)) continue
    const isHome = teamIds.has(sides.home.id)
    if (isHome === teamIds.has(sides.away.id)) continue
    const margin = homeMargin(event.score) * (isHome ? 1 : -1)
    record[margin > 0 ? 'won' : margin < 0 ? 'lost' : 'tied'] += 1
  }
  return record.won + record.lost + record.tied > 0 ? record : null
}

/** Return whether the events, latest first, include the whole current season. */
export function coversSeason(
  events: readonly EventItem[],
  total: number,
  now: number,
  timeZone?: string,
): boolean {
  const seasonStart = seasonStartDay(now, timeZone)
  return (
    events.length === total || events.some(event => dayKey(event.event_utc_ts * 1000, timeZone) < seasonStart)
  )
}

const isInCompetition = (team: SeasonTeam, event: EventItem): boolean =>
  team.event_category_id === null ||
  !event.event_category ||
  event.event_category.id === team.event_category_id

/** A shootout in the notes of a score: `SO 4–3`, `F/SO (4-3)`, `pens 5–4`, `t.a.b. 4–2`, `fus. 3–2`. */
const SHOOTOUT =
  /(?:^|[^a-z])(?:so|shoot-?out|pens?|pks?|penalties|penalty kicks|tab|t\.a\.b|tirs au but|fusillade|fus|tb|tdb)\b[.:,\s(]*(\d+)\s*[–—:-]\s*(\d+)/i

/** Return the home team's margin, including a shootout and a forfeit. A loss is negative, a tie is 0. */
export function homeMargin({ away, home, note, shootout, winner }: Score): number {
  if (winner) return winner === 'home' ? 1 : -1
  if (home !== away) return home - away
  if (shootout) return shootout.home - shootout.away
  const [, shootoutAway, shootoutHome] = SHOOTOUT.exec(note ?? '') ?? []
  return shootoutAway === undefined ? 0 : Number(shootoutHome) - Number(shootoutAway)
}

/** Return the record as `4–1`, or as `4–1–2` with ties. */
export const formatRecord = ({ won, lost, tied }: SeasonRecord): string =>
  [won, lost, ...(tied > 0 ? [tied] : [])].join('–')
