import { type GameClock, readClock } from './fold'
import { MAX_CLOCK_SECONDS } from './limits'
import type { ScoredSport } from './sport'

/** Return the whole seconds that a clock shows. A clock that counts down shows 0 only when its time is over. */
export function shownSeconds(clock: GameClock, atMs: number, direction: ScoredSport['clock_direction']) {
  const seconds = readClock(clock, atMs, direction) / 1000
  return direction === 'down' ? Math.ceil(seconds) : Math.floor(seconds)
}

/** Return a time as `12:05`. Minutes go on after 59, as on a scoreboard. */
export const formatClock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Return the seconds of a time such as `12:05` or `12`, which are minutes; null if it is none. */
export function parseClock(text: string): number | null {
  const match = /^(\d{1,3})(?:[:.](\d{1,2}))?$/.exec(text.trim())
  if (!match) return null
  const seconds = Number(match[1]) * 60 + Number(match[2] ?? 0)
  return Number(match[2] ?? 0) < 60 && seconds <= MAX_CLOCK_SECONDS ? seconds : null
}
