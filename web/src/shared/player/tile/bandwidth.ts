import type { Transfer } from '../quality/ConnectionMeter'
import type { Rendition } from '../stream/Stream'

/** A picture of a multi-view, as the division of the bandwidth sees it. */
export interface SharedPicture {
  id: number
  /** Smallest first; empty until its manifest is known. */
  renditions: readonly Rendition[]
  /** The height of the picture on the screen, in device pixels. */
  height: number
  /** Whether the viewer follows this one: it gets a better rendition before the others. */
  isPreferred: boolean
}

/** A better rendition must fit into this part of the measured bandwidth. */
const RAISE_SHARE = 0.65
/** A rendition that plays is kept while all of them fit into this part. */
const KEEP_SHARE = 0.85
/** A rendition may be this much higher than the picture. With 720 lines, a picture of 604 lines is still sharper than with 360. */
const MAX_EXCESS = 1.25
/** Fewer transfers, or fewer bytes, do not measure a connection. */
const MIN_TRANSFERS = 4
const MIN_BYTES = 200_000

/**
 * Return the largest rendition of each picture, by the picture's id, as a number of its renditions.
 *
 * All pictures start with their smallest rendition, and nobody gets more before all of these fit. What is left goes to
 * the preferred picture first, then to the others in turn. `limits` are the current ones: a rendition that plays needs
 * less room than one that would be new, so that the pictures do not switch back and forth. `bandwidth` is in bits per
 * second; null when it is not known yet.
 */
export function divideBandwidth(
  pictures: readonly SharedPicture[],
  bandwidth: number | null,
  limits: ReadonlyMap<number, number>,
): Map<number, number> {
  const divided = new Map(pictures.map(({ id }) => [id, 0]))
  if (bandwidth === null || pictures.some(({ renditions }) => renditions.length === 0)) return divided
  let used = pictures.reduce((sum, { renditions }) => sum + bitrateAt(renditions, 0), 0)
  const raise = ({ id, renditions, height }: SharedPicture): boolean => {
    const next = (divided.get(id) ?? 0) + 1
    if (next > largestFor(renditions, height)) return false
    const more = used + bitrateAt(renditions, next) - bitrateAt(renditions, next - 1)
    const share = next <= (limits.get(id) ?? 0) ? KEEP_SHARE : RAISE_SHARE
    if (more > bandwidth * share) return false
    used = more
    divided.set(id, next)
    return true
  }
  for (const picture of pictures.filter(({ isPreferred }) => isPreferred)) while (raise(picture));
  let waiting = pictures.filter(({ isPreferred }) => !isPreferred)
  while (waiting.length > 0) waiting = waiting.filter(raise)
  return divided
}

/** Return the number of the largest rendition that a picture of this height can show. */
function largestFor(renditions: readonly Rendition[], height: number): number {
  const index = renditions.findLastIndex(rendition => rendition.height <= height * MAX_EXCESS)
  return Math.max(0, index)
}

const bitrateAt = (renditions: readonly Rendition[], index: number) => renditions[index]?.bitrate ?? 0

/**
 * Return the bits per second of a connection, from the transfers of all players; null if they are too few.
 *
 * A player alone sees only its part of the connection while others load, and the whole of it otherwise, so a sum of the
 * players' own estimates is too high. The bytes of all of them are divided by the time in which at least one loaded.
 */
export function measureBandwidth(transfers: readonly Transfer[]): number | null {
  const bytes = transfers.reduce((sum, transfer) => sum + transfer.bytes, 0)
  if (transfers.length < MIN_TRANSFERS || bytes < MIN_BYTES) return null
  let busyMs = 0
  let until = Number.NEGATIVE_INFINITY
  for (const { start, end } of [...transfers].sort((one, other) => one.start - other.start)) {
    busyMs += Math.max(0, end - Math.max(start, until))
    until = Math.max(until, end)
  }
  return (bytes * 8_000) / Math.max(1, busyMs)
}
