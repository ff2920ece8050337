import { isOvertime, type ScoredSport, startSeconds } from './sport'
import { type Half, type Pair, resolve, type Side, type TimelineEntry } from './timeline'

/** The clock of a game. It showed `shown_ms` at `since_ms`, and runs from then or is stopped. */
export interface GameClock {
  shown_ms: number
  since_ms: number
  is_running: boolean
}

/**
 * The state of a game. `points` are those of the current set in a sport of sets, and `sets` those won. `by_period` has
 * the points of each period or set. `ending` is set once the game has ended.
 */
export interface Scoreboard {
  phase: 'before' | 'period' | 'break' | 'shootout' | 'ended'
  period: number
  half: Half | null
  clock: GameClock | null
  points: Pair
  sets: Pair
  by_period: readonly Pair[]
  shootout: Pair | null
  ending: 'regulation' | 'overtime' | 'shootout' | 'forfeit' | null
  winner: Side | null
}

/** The scoreboard after an entry. */
export interface Snapshot<Entry extends TimelineEntry = TimelineEntry> {
  entry: Entry
  scoreboard: Scoreboard
}

export const NEW_SCOREBOARD: Scoreboard = {
  phase: 'before',
  period: 0,
  half: null,
  clock: null,
  points: [0, 0],
  sets: [0, 0],
  by_period: [],
  shootout: null,
  ending: null,
  winner: null,
}

/**
 * Return the scoreboard after each entry that counts, in order.
 *
 * The server folds the same way (`catalog/domain/scoring/scoreboard.py`). `contracts/timeline` has the examples that
 * both must agree on.
 */
export function fold<Entry extends TimelineEntry>(
  sport: ScoredSport,
  entries: Iterable<Entry>,
): Snapshot<Entry>[] {
  let scoreboard = NEW_SCOREBOARD
  return resolve(entries).map(entry => {
    scoreboard = applyEntry(sport, scoreboard, entry)
    return { entry, scoreboard }
  })
}

/** Return what the clock shows at a time, in milliseconds. A clock that counts down stops at zero. */
export function readClock(clock: GameClock, atMs: number, direction: ScoredSport['clock_direction']): number {
  const elapsed = clock.is_running ? Math.max(0, atMs - clock.since_ms) : 0
  return direction === 'down' ? Math.max(0, clock.shown_ms - elapsed) : clock.shown_ms + elapsed
}

type Apply = (sport: ScoredSport, board: Scoreboard, entry: TimelineEntry) => Scoreboard

function applyEntry(sport: ScoredSport, board: Scoreboard, entry: TimelineEntry): Scoreboard {
  const next = APPLY[entry.kind]?.(sport, board, entry)
  if (!next) return board
  return next.phase === 'ended' ? { ...next, ending: findEnding(sport, next) } : next
}

const startPeriod: Apply = (sport, before, entry) => {
  const period = entry.period ?? before.period + 1
  const half = entry.half ?? null
  if (before.phase === 'period' && before.period === period && before.half === half) return before
  const isSets = sport.scoring === 'sets'
  const board =
    isSets && period > before.period ? endPeriod(sport, before, { ...entry, period: undefined }) : before
  const isNextHalf = board.period === period && board.half !== half
  return {
    ...board,
    phase: 'period',
    period,
    half: half ?? (sport.has_halves ? 'top' : null),
    clock: isNextHalf ? board.clock : newClock(sport, period, entry.at_ms),
    points: isSets && !isNextHalf ? [0, 0] : board.points,
    shootout: null,
    ending: null,
    winner: null,
  }
}

const endPeriod: Apply = (sport, board, entry) => {
  if (board.phase !== 'period' || (entry.period && entry.period !== board.period)) return board
  const [away, home] = board.points
  const [awaySets, homeSets] = board.sets
  const isWon = sport.scoring === 'sets' && away !== home && awaySets + homeSets < board.period
  return {
    ...board,
    phase: 'break',
    clock:
      board.clock &&
      stoppedClock(sport.clock_direction === 'down' ? 0 : clockAt(sport, board.clock, entry), entry),
    sets: isWon ? add(board.sets, away > home ? 'away' : 'home', 1) : board.sets,
  }
}

const startClock: Apply = (sport, before, entry) => {
  const isWaiting = before.phase === 'before' || before.phase === 'break'
  const board = isWaiting ? startPeriod(sport, before, entry) : before
  const { clock } = board
  if (!clock || clock.is_running) return board
  return { ...board, clock: { shown_ms: clock.shown_ms, since_ms: entry.at_ms, is_running: true } }
}

const stopClock: Apply = (sport, board, entry) => {
  const { clock } = board
  return clock?.is_running ? { ...board, clock: stoppedClock(clockAt(sport, clock, entry), entry) } : board
}

const setClock: Apply = (sport, board, { seconds, at_ms }) => {
  if (sport.clock_direction === 'none' || seconds === undefined) return board
  const clock = { shown_ms: seconds * 1000, since_ms: at_ms, is_running: board.clock?.is_running ?? false }
  return { ...board, clock }
}

const score: Apply = (sport, before, entry) => {
  const { side, points } = entry
  if (side === undefined || points === undefined) return before
  if (before.phase === 'shootout') {
    return { ...before, shootout: add(before.shootout ?? [0, 0], side, Math.sign(points)) }
  }
  const board = begin(sport, before, entry)
  return count(board, add(board.points, side, points))
}

const setScore: Apply = (sport, before, entry) => {
  if (entry.score === undefined) return before
  if (before.phase === 'shootout') return { ...before, shootout: entry.score }
  const board = begin(sport, before, entry)
  const sets = sport.scoring === 'sets' && entry.sets ? entry.sets : board.sets
  return { ...count(board, entry.score), sets }
}

const startShootout: Apply = (sport, board) => {
  if (!sport.shootout || board.phase === 'shootout') return board
  return { ...board, phase: 'shootout', shootout: [0, 0], clock: null, ending: null, winner: null }
}

const endGame: Apply = (sport, before, entry) => {
  const board = before.phase === 'period' ? endPeriod(sport, before, { ...entry, period: undefined }) : before
  return { ...board, phase: 'ended', winner: entry.winner ?? null }
}

const APPLY: Partial<Record<TimelineEntry['kind'], Apply>> = {
  period_started: startPeriod,
  period_ended: endPeriod,
  clock_started: startClock,
  clock_stopped: stopClock,
  clock_set: setClock,
  scored: score,
  score_set: setScore,
  shootout_started: startShootout,
  game_ended: endGame,
}

/** Return how a game ended. A score after the end may change it. */
function findEnding(sport: ScoredSport, { winner, shootout, points, period }: Scoreboard) {
  if (winner !== null) return 'forfeit'
  if (shootout && shootout[0] !== shootout[1] && points[0] === points[1]) return 'shootout'
  return sport.scoring === 'points' && isOvertime(sport, period) ? 'overtime' : 'regulation'
}

/** Return the scoreboard in the first period if the game has not begun. */
const begin: Apply = (sport, board, entry) =>
  board.phase === 'before' ? startPeriod(sport, board, { ...entry, period: 1 }) : board

const newClock = (sport: ScoredSport, period: number, atMs: number): GameClock | null =>
  sport.clock_direction === 'none'
    ? null
    : { shown_ms: startSeconds(sport, period) * 1000, since_ms: atMs, is_running: false }

const clockAt = (sport: ScoredSport, clock: GameClock, { at_ms }: TimelineEntry) =>
  readClock(clock, at_ms, sport.clock_direction)

const stoppedClock = (shownMs: number, { at_ms }: TimelineEntry): GameClock => ({
  shown_ms: shownMs,
  since_ms: at_ms,
  is_running: false,
})

/** Return the scoreboard with new points. The difference counts for the current period. */
function count(board: Scoreboard, points: Pair): Scoreboard {
  const index = Math.max(board.period, 1) - 1
  const byPeriod = [...board.by_period]
  while (byPeriod.length <= index) byPeriod.push([0, 0])
  const [away, home] = byPeriod[index] as Pair
  byPeriod[index] = [
    Math.max(0, away + points[0] - board.points[0]),
    Math.max(0, home + points[1] - board.points[1]),
  ]
  return { ...board, points, by_period: byPeriod }
}

function add([away, home]: Pair, side: Side, points: number): Pair {
  return side === 'away' ? [Math.max(0, away + points), home] : [away, Math.max(0, home + points)]
}
