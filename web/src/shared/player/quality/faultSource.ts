import type { FaultSource } from '@/shared/telemetry'

/** What the stream did lately, and what else is known of the line that it comes by. */
export interface ConnectionMetrics {
  /** Whether the browser has a connection at all. */
  isOnline: boolean
  /** Bits a second in which media came; null where nothing was measured. */
  throughput: number | null
  /** Bits a second of the smallest rendition there is. */
  minBitrate: number | null
  /** Milliseconds until media files began to come. */
  latency: number | null
  /** Media files that were refused: the statuses, 0 where no answer came in time. */
  refusedStatuses: readonly number[]
  /** Milliseconds until other things of the page began to come; null where nothing else was asked. */
  otherLatency: number | null
  /** Seconds since a live playlist had something new although it was answered; null for a recording. */
  secondsWithoutSegment: number | null
  /** Seconds of one piece of the stream. */
  segmentSeconds: number
}

/** Slower than this, in milliseconds, an answer is slow on any line; quicker than that the line is not in its way. */
const SLOW_MS = 2_000
const FAST_MS = 500
/** So many pieces, and so many seconds at least, may be late before the venue is said to be silent. */
const MAX_LATE_SEGMENTS = 2.5
const MIN_LATE_SECONDS = 8
/** A line needs a little more than what it carries. */
const HEADROOM = 1.1

/**
 * On whose side it lies that the picture stands or does not come.
 *
 * Refused files are the delivery's; a playlist that comes and has nothing new is the source's. A line that does
 * not carry the smallest rendition is the viewer's, also where small answers come by it at once; only where media
 * are slow to begin while those are quick is it the delivery's. Where nothing tells, nobody is blamed.
 */
export function findFaultSource(line: ConnectionMetrics): FaultSource {
  if (!line.isOnline) return 'viewer'
  if (line.refusedStatuses.some(status => status >= 400)) return 'delivery'
  if (hasSourceStopped(line)) return 'source'
  const { otherLatency: others, latency: wait, throughput, minBitrate: least } = line
  const quick = others !== null && others <= FAST_MS
  const slow = others !== null && others > SLOW_MS
  const late = wait !== null && wait > SLOW_MS
  const narrow = throughput !== null && least !== null && throughput < least * HEADROOM
  if (narrow && !(late && quick)) return 'viewer'
  if (late || line.refusedStatuses.length > 0) {
    if (slow) return 'viewer'
    return others === null ? 'unknown' : 'delivery'
  }
  return 'unknown'
}

const hasSourceStopped = ({ secondsWithoutSegment: dry, segmentSeconds: piece }: ConnectionMetrics) =>
  dry !== null && dry > Math.max(MAX_LATE_SEGMENTS * piece, MIN_LATE_SECONDS)
