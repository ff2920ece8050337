import type { ConnectionMetrics } from './faultSource'

/** A media file on its way, as hls.js counts it: times of `performance.now()`, 0 for what has not been. */
export interface SegmentRequest {
  readonly stats: {
    readonly loaded: number
    /** Given up before it was there. */
    readonly aborted?: boolean
    readonly loading: { readonly start: number; readonly first: number; readonly end: number }
  }
}

interface PlaylistUpdate {
  live: boolean
  /** Its end, in seconds of the stream's clock. */
  newest: number
  /** Seconds of a piece. */
  segmentSeconds: number
}

/** What is older than this, in milliseconds, says nothing of now. */
const WINDOW_MS = 30_000
const MAX_SEGMENTS = 20
/** A file that is younger than this, in milliseconds, may still come quickly. */
const MIN_AGE_MS = 1_000

/** Measures the line that a stream comes by: what came in how long, what was refused, whether a live stream grows. */
export class ConnectionMeter {
  /** Bits a second of the smallest rendition. */
  minBitrate: number | null = null
  private segments: SegmentRequest[] = []
  private refusals: { at: number; status: number }[] = []
  private latencies: { at: number; ms: number }[] = []
  private lastPlaylist: { at: number; newest: number; piece: number } | null = null
  /** Seconds without anything new when the playlist was last answered. */
  private secondsWithoutSegment: number | null = null

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** A file is asked for; what comes of it is read when it is wanted. */
  addRequest(piece: SegmentRequest): void {
    this.segments = [...this.segments, piece].slice(-MAX_SEGMENTS)
  }

  /** A file was given up because a smaller one is asked for: it counts as far as it came. */
  addAborted(piece: SegmentRequest): void {
    this.segments = this.segments.filter(one => one !== piece)
  }

  addRefusal(status: number): void {
    this.refusals = [...this.refusals, { at: this.now(), status }].slice(-MAX_SEGMENTS)
  }

  /** A playlist was answered. */
  addPlaylist({ live, newest, segmentSeconds: piece }: PlaylistUpdate): void {
    const at = this.now()
    if (!live) this.lastPlaylist = null
    else if (!this.lastPlaylist || newest > this.lastPlaylist.newest + 0.01)
      this.lastPlaylist = { at, newest, piece }
    this.secondsWithoutSegment = this.lastPlaylist ? (at - this.lastPlaylist.at) / 1_000 : null
  }

  /** Something else of the page was answered after so many milliseconds. */
  addLatency(ms: number): void {
    this.latencies = [...this.latencies, { at: this.now(), ms }].slice(-MAX_SEGMENTS)
  }

  metrics(online: boolean): ConnectionMetrics {
    const recent = <Dated extends { at: number }>(all: Dated[]) =>
      all.filter(({ at }) => this.now() - at < WINDOW_MS)
    const pieces = this.segments.flatMap(piece => this.measureSegment(piece) ?? [])
    const ms = pieces.reduce((sum, one) => sum + one.ms, 0)
    const bytes = pieces.reduce((sum, one) => sum + one.bytes, 0)
    return {
      isOnline: online,
      throughput: ms > 0 ? (bytes * 8_000) / ms : null,
      minBitrate: this.minBitrate,
      latency: median(pieces.map(({ wait }) => wait)),
      refusedStatuses: recent(this.refusals).map(({ status }) => status),
      otherLatency: median(recent(this.latencies).map(({ ms }) => ms)),
      secondsWithoutSegment: this.secondsWithoutSegment,
      segmentSeconds: this.lastPlaylist?.piece ?? 4,
    }
  }

  /** What a file says of now: it has come lately, or has been coming for a while. */
  private measureSegment({ stats }: SegmentRequest): { bytes: number; ms: number; wait: number } | null {
    const { start, first, end } = stats.loading
    // Nobody brings any more what was given up, however long ago it began.
    if (!start || (stats.aborted && !end)) return null
    const until = end || this.now()
    if (this.now() - until > WINDOW_MS || (!end && until - start < MIN_AGE_MS)) return null
    return { bytes: stats.loaded, ms: Math.max(1, until - start), wait: (first || until) - start }
  }
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}
