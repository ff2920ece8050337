import type { Scoreboard } from './fold'
import { isOvertime, type ScoredSport } from './sport'
import type { EntryFields, EntryKind, Side } from './timeline'

/** A step of the game that a scorer may take now. */
export interface Step extends Pick<EntryFields, 'period' | 'half'> {
  kind: Extract<EntryKind, 'period_started' | 'period_ended' | 'shootout_started' | 'game_ended'>
}

const start = (period: number): Step => ({ kind: 'period_started', period })
const END_GAME: Step = { kind: 'game_ended' }

/** Return the steps that the rules of the sport offer now, the most likely one first. */
export function listSteps(sport: ScoredSport, board: Scoreboard): Step[] {
  if (sport.scoring === 'none' && sport.periods.length === 0) return board.phase === 'ended' ? [] : [END_GAME]
  switch (board.phase) {
    case 'before':
      return [startOfPeriod(sport, 1)]
    case 'period':
      return sport.has_halves ? stepsInInning(sport, board) : stepsInPeriod(sport, board)
    case 'break':
      return stepsInBreak(sport, board)
    case 'shootout':
      return [END_GAME]
    case 'ended':
      return []
  }
}

/** Return the side that has won the current set; null if it goes on. */
export function findSetWinner({ sets }: ScoredSport, { phase, period, points }: Scoreboard): Side | null {
  if (!sets || phase !== 'period') return null
  const [away, home] = points
  const needed = period >= sets.to_win * 2 - 1 ? sets.last_points : sets.points
  if (Math.max(away, home) < needed || Math.abs(away - home) < sets.margin) return null
  return away > home ? 'away' : 'home'
}

const startOfPeriod = (sport: ScoredSport, period: number): Step =>
  sport.has_halves ? { ...start(period), half: 'top' } : start(period)

/** In an inning, the bottom half follows the top half, and the next inning the bottom half. */
function stepsInInning(sport: ScoredSport, { period, half, points: [away, home] }: Scoreboard): Step[] {
  const isLast = period >= sport.periods.length
  if (half !== 'bottom') {
    const bottom: Step = { kind: 'period_started', period, half: 'bottom' }
    // The home team does not bat again if it leads after the top half of the last inning.
    return isLast && home > away ? [END_GAME, bottom] : isLast ? [bottom, END_GAME] : [bottom]
  }
  const next = startOfPeriod(sport, period + 1)
  if (!isLast) return [next]
  return away === home ? [next, END_GAME] : [END_GAME, next]
}

function stepsInPeriod(sport: ScoredSport, board: Scoreboard): Step[] {
  const end: Step = { kind: 'period_ended', period: board.period }
  return isOvertime(sport, board.period + 1) && sport.scoring !== 'sets' ? [end, END_GAME] : [end]
}

function stepsInBreak(sport: ScoredSport, { period, points, sets }: Scoreboard): Step[] {
  if (sport.sets) {
    const isDecided = Math.max(...sets) >= sport.sets.to_win || period >= sport.periods.length
    return isDecided ? [END_GAME] : [start(period + 1)]
  }
  if (!isOvertime(sport, period + 1)) return [startOfPeriod(sport, period + 1)]
  const played = period - sport.periods.length
  const hasOvertime = sport.overtime && played < (sport.overtime.max_count ?? Number.POSITIVE_INFINITY)
  const extra: Step[] = [
    ...(hasOvertime ? [startOfPeriod(sport, period + 1)] : []),
    ...(sport.shootout ? [{ kind: 'shootout_started' } as const] : []),
  ]
  // Two extra times of a soccer game are both played, even if one side leads after the first.
  const isTied = points[0] === points[1]
  return isTied ? [...extra, END_GAME] : [END_GAME, ...extra]
}
