/** The sport of an event, as its scorer needs it. Lengths are in seconds, names in the language of the page. */

export interface ScoreType {
  key: string
  name: string
  points: number
}

export interface MomentType {
  key: string
  name: string
}

export interface SetRules {
  to_win: number
  points: number
  last_points: number
  margin: number
}

export interface ScoredSport {
  key: string
  name: string
  scoring: 'points' | 'sets' | 'none'
  clock_direction: 'down' | 'up' | 'none'
  has_halves: boolean
  can_tie: boolean
  period_seconds: number | null
  periods: readonly { name: string; short_name: string; break_name: string }[]
  /** `{number}` in a name is the number of the overtime, `{period}` that of the period. */
  overtime: { name: string; short_name: string; seconds: number | null; max_count: number | null } | null
  shootout: { name: string; short_name: string } | null
  sets: SetRules | null
  scores: readonly ScoreType[]
  moments: readonly MomentType[]
}

/** Return whether a period, counted from 1, is an overtime. */
export const isOvertime = (sport: ScoredSport, period: number) => period > sport.periods.length

/** Return the length of a period in seconds; null if the clock does not limit it. */
const periodSeconds = (sport: ScoredSport, period: number): number | null =>
  isOvertime(sport, period) ? (sport.overtime?.seconds ?? null) : sport.period_seconds

/** Return what the clock shows at the start of a period, in seconds. */
export function startSeconds(sport: ScoredSport, period: number): number {
  if (sport.clock_direction === 'down') return periodSeconds(sport, period) ?? 0
  if (sport.clock_direction === 'none') return 0
  let seconds = 0
  for (let number = 1; number < period; number += 1) seconds += periodSeconds(sport, number) ?? 0
  return seconds
}

/** Return the name of a period, counted from 1. Empty before the first one. */
export function periodName(sport: ScoredSport, period: number, isShort = false): string {
  if (period < 1) return ''
  const names = sport.periods[period - 1]
  if (names) return isShort ? names.short_name : names.name
  if (!sport.overtime) return String(period)
  const number = period - sport.periods.length
  return (isShort ? sport.overtime.short_name : sport.overtime.name)
    .replaceAll('{number}', number > 1 ? String(number) : '')
    .replaceAll('{period}', String(period))
    .trim()
}

/** Return the name of the break after a period. Empty if the sport has none for it. */
const breakName = (sport: ScoredSport, period: number) => sport.periods[period - 1]?.break_name ?? ''

/** Return the name of the current period, break or shootout. */
export function phaseName(
  sport: ScoredSport,
  { phase, period }: { phase: string; period: number },
  isShort = false,
): string {
  if (phase === 'shootout' && sport.shootout) return isShort ? sport.shootout.short_name : sport.shootout.name
  if (phase === 'break') return breakName(sport, period) || periodName(sport, period)
  return periodName(sport, period, isShort)
}
