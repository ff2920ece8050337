import type { Fragment } from 'hls.js'

/** A segment with its position in seconds of the media clock, and when it was recorded. */
type TimedFragment = Pick<Fragment, 'start' | 'programDateTime'>

/** Playlists have times in whole milliseconds, whose sums differ a little. */
const ROUNDING_MS = 20

/** Return when the frame at `at` seconds was recorded, in milliseconds since the epoch; null when unknown. */
export function instantAt(fragments: readonly TimedFragment[], at: number): number | null {
  // For a position after the newest segment, extrapolate from that segment: the playlist may be slightly old.
  const fragment = fragments.findLast(({ start }) => start <= at) ?? fragments[0]
  const fragmentTime = fragment?.programDateTime
  return fragment && fragmentTime ? fragmentTime + (at - fragment.start) * 1000 : null
}

/** Return where the frame of a time is, in seconds of the media clock; null when unknown. */
export function positionAt(fragments: readonly TimedFragment[], instant: number): number | null {
  const starts = fragments.filter(({ programDateTime }) => programDateTime !== null)
  const fragment =
    starts.findLast(({ programDateTime }) => (programDateTime ?? 0) <= instant + ROUNDING_MS) ?? starts[0]
  return fragment ? fragment.start + (instant - (fragment.programDateTime ?? 0)) / 1000 : null
}
