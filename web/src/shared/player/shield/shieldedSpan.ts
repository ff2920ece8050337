/** What the span of a seek bar depends on, in seconds. */
export interface RecordingTimes {
  /** The planned length of the event. */
  planned: number
  /** The length of the recording. NaN or 0 while it is unknown. */
  length: number
  /** The furthest position that the viewer has reached. */
  furthest: number
}

/** The end of the seek bar is a multiple of this many seconds. */
const STEP = 1800
/** The bar goes on for at least this many seconds after the furthest position. */
const MARGIN = 1800
/** A longer plan is not needed to hide a short game. Seconds. */
const SHORTEST_PLAN = 3600
/** The bar is this many times as long as the plan, so that overtime fits, too. */
const OVERTIME_FACTOR = 1.5
/** A recording that is shorter than this share of the plan is an excerpt: no game ends that early. */
const EXCERPT_SHARE = 1 / 8
/** The bar of an excerpt lasts one minute, or two, four, eight …, and is at least this many times as long as it. */
const SHORTEST_EXCERPT_SPAN = 60
const EXCERPT_FACTOR = 1.5

/**
 * Return the length of a seek bar that does not tell how long a recording is, in seconds.
 *
 * It depends on the plan and on what the viewer has watched. The recording counts only if it is too short for a
 * complete game, because a bar of hours would be useless then.
 */
export function shieldedSpan({ planned, length, furthest }: RecordingTimes): number {
  const plan = Math.max(SHORTEST_PLAN, planned)
  if (length > 0 && length < plan * EXCERPT_SHARE) return excerptSpan(length)
  return roundUp(Math.max(plan * OVERTIME_FACTOR, furthest + MARGIN))
}

const excerptSpan = (length: number) =>
  SHORTEST_EXCERPT_SPAN *
  2 ** Math.max(0, Math.ceil(Math.log2((length * EXCERPT_FACTOR) / SHORTEST_EXCERPT_SPAN)))

const roundUp = (seconds: number) => Math.ceil(seconds / STEP) * STEP
