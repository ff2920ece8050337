import type { FaultSource } from '@/shared/telemetry'

/** Recent measurements of the stream and its connection. */
export interface ConnectionMetrics {
  /** Whether the browser has a connection at all. */
  isOnline: boolean
  /** Throughput of media, in bits per second; null where nothing was measured. */
  throughput: number | null
  /** The bitrate of the smallest rendition, in bits per second. */
  minBitrate: number | null
  /** Milliseconds until the first byte of a segment; null where nothing was measured. */
  latency: number | null
  /** The status codes of failed media requests; 0 for a timeout or a network error. */
  refusedStatuses: readonly number[]
  /** Milliseconds until the first byte of the page's other responses; null without other requests. */
  otherLatency: number | null
  /** Seconds without a new segment in a live playlist that still loads; null for a recording. */
  secondsWithoutSegment: number | null
  /** The duration of a segment, in seconds. */
  segmentSeconds: number
}

/** Latencies in milliseconds: above the first, a response is slow; up to the second, the connection is fast. */
const SLOW_MS = 2_000
const FAST_MS = 500
/** The source has stopped after this many missing segments, but not before this many seconds. */
const MAX_LATE_SEGMENTS = 2.5
const MIN_LATE_SECONDS = 8
/** A connection needs slightly more throughput than the bitrate of the stream. */
const HEADROOM = 1.1

/**
 * Return the source of a stall or a failed load.
 *
 * - Refused requests: delivery.
 * - A live playlist that loads but has no new segments: source.
 * - Too little throughput for the smallest rendition: viewer, even if other requests are fast. The exception is
 *   delivery: segments start slowly while other requests are fast.
 * - Segments that start slowly or time out: viewer if other requests are slow too, otherwise delivery. Without other
 *   requests the source is unknown.
 * - Anything else: unknown.
 */
export function findFaultSource(metrics: ConnectionMetrics): FaultSource {
  if (!metrics.isOnline) return 'viewer'
  if (metrics.refusedStatuses.some(status => status >= 400)) return 'delivery'
  if (hasSourceStopped(metrics)) return 'source'
  const { otherLatency, latency, throughput, minBitrate } = metrics
  const areOthersFast = otherLatency !== null && otherLatency <= FAST_MS
  const areOthersSlow = otherLatency !== null && otherLatency > SLOW_MS
  const isLate = latency !== null && latency > SLOW_MS
  const isNarrow = throughput !== null && minBitrate !== null && throughput < minBitrate * HEADROOM
  if (isNarrow && !(isLate && areOthersFast)) return 'viewer'
  if (isLate || metrics.refusedStatuses.length > 0) {
    if (areOthersSlow) return 'viewer'
    return otherLatency === null ? 'unknown' : 'delivery'
  }
  return 'unknown'
}

const hasSourceStopped = ({ secondsWithoutSegment, segmentSeconds }: ConnectionMetrics) =>
  secondsWithoutSegment !== null &&
  secondsWithoutSegment > Math.max(MAX_LATE_SEGMENTS * segmentSeconds, MIN_LATE_SECONDS)
