/** The timeline of an event as the server describes it (`GET /timeline/{id}.json`). Times are milliseconds since 1970. */

/** A value of the away side and one of the home side. */
export type Pair = readonly [away: number, home: number]

export interface GameClock {
  /** What the clock showed at `since_ms`. */
  shown_ms: number
  since_ms: number
  is_running: boolean
}

/** The state of a game from `at_ms` until the next snapshot. */
export interface Snapshot {
  at_ms: number
  phase: 'before' | 'period' | 'break' | 'shootout' | 'ended'
  period: number
  half: 'top' | 'bottom' | null
  /** The short name of the period or break. */
  label: string
  clock: GameClock | null
  /** The points; in a sport of sets, those of the current set. */
  points: Pair
  sets: Pair | null
  shootout: Pair | null
  ending: 'regulation' | 'overtime' | 'shootout' | 'forfeit' | null
}

export interface KeyMoment {
  id: string
  at_ms: number
  kind: 'score' | 'moment' | 'period_start' | 'period_end' | 'final'
  name: string
  text: string
  side: 'away' | 'home' | null
  label: string
  points: Pair
  sets: Pair | null
  is_big: boolean
}

/** A position in a recording, and the time at which it was live. Time passes evenly until the next anchor. */
export interface ClockAnchor {
  position_ms: number
  at_ms: number
}

export interface Timeline {
  event_id: number
  revision: number
  sport: string
  scoring: 'points' | 'sets' | 'none'
  clock_direction: 'down' | 'up' | 'none'
  /** Null without a recording. */
  recording: ClockAnchor[] | null
  /** Of a delta: the time from which it replaces the known timeline. Null if nothing has changed. */
  replaces_from_ms: number | null
  snapshots: Snapshot[]
  moments: KeyMoment[]
}

/** Return the timeline after a delta. */
export function applyDelta(known: Timeline, delta: Timeline): Timeline {
  const { replaces_from_ms: from } = delta
  if (from === null) return { ...delta, snapshots: known.snapshots, moments: known.moments }
  const isKept = ({ at_ms }: { at_ms: number }) => at_ms < from
  return {
    ...delta,
    snapshots: [...known.snapshots.filter(isKept), ...delta.snapshots],
    moments: [...known.moments.filter(isKept), ...delta.moments],
  }
}

/** Return the state of the game at a time, or null before the first entry. */
export function snapshotAt({ snapshots }: Pick<Timeline, 'snapshots'>, atMs: number): Snapshot | null {
  return snapshots.findLast(({ at_ms }) => at_ms <= atMs) ?? null
}

/** Return when the recording's position was live. */
export function instantOf(anchors: readonly ClockAnchor[], positionMs: number): number | null {
  const anchor = anchors.findLast(({ position_ms }) => position_ms <= positionMs) ?? anchors[0]
  return anchor ? anchor.at_ms + positionMs - anchor.position_ms : null
}

/** Return the position of a time in the recording. A time that was not recorded is at the next recorded one. */
export function positionOf(anchors: readonly ClockAnchor[], atMs: number): number | null {
  const index = anchors.findLastIndex(({ at_ms }) => at_ms <= atMs)
  const [anchor, next] = [anchors[index], anchors[index + 1]]
  if (!anchor) return null
  const position = anchor.position_ms + atMs - anchor.at_ms
  return next ? Math.min(position, next.position_ms) : position
}

/** Return what the clock shows at a time, such as `6:12`; null without a clock. A clock that counts down rounds up. */
export function formatGameClock(
  clock: GameClock | null,
  direction: Timeline['clock_direction'],
  atMs: number,
): string | null {
  if (!clock) return null
  const elapsed = clock.is_running ? Math.max(0, atMs - clock.since_ms) : 0
  const isDown = direction === 'down'
  const shown = isDown ? Math.max(0, clock.shown_ms - elapsed) : clock.shown_ms + elapsed
  const seconds = isDown ? Math.ceil(shown / 1000) : Math.floor(shown / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
