import type { ConnectionMetrics } from './faultSource'

/** The request for a segment, as hls.js measures it. Times are `performance.now()`; 0 means not yet. */
export interface SegmentRequest {
  readonly stats: {
    readonly loaded: number
    /** Whether hls.js canceled the request before it finished. */
    readonly aborted?: boolean
    readonly loading: { readonly start: number; readonly first: number; readonly end: number }
  }
}

/** A finished request for a segment. Times are milliseconds of one clock. */
export interface Transfer {
  start: number
  end: number
  bytes: number
}

interface PlaylistUpdate {
  live: boolean
  /** The end of the playlist, in seconds of the media clock. */
  newest: number
  /** The target duration of a segment, in seconds. */
  segmentSeconds: number
}

/** Ignore measurements that are older than this, in milliseconds. */
const WINDOW_MS = 30_000
const MAX_SEGMENTS = 20
/** Ignore unfinished requests that are younger than this, in milliseconds: they may still be fast. */
const MIN_AGE_MS = 1_000

/** Measures the connection of a stream: throughput, latency, refused requests, and whether a live playlist grows. */
export class ConnectionMeter {
  /** The bitrate of the smallest rendition, in bits per second. */
  minBitrate: number | null = null
  private segments: SegmentRequest[] = []
  private refusals: { at: number; status: number }[] = []
  private latencies: { at: number; ms: number }[] = []
  private lastPlaylist: { at: number; newest: number; segmentSeconds: number } | null = null
  /** Seconds without a new segment at the last playlist response. */
  private secondsWithoutSegment: number | null = null

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Record a segment request. `metrics` reads its progress later. */
  addRequest(segment: SegmentRequest): void {
    this.segments = [...this.segments, segment].slice(-MAX_SEGMENTS)
  }

  /** Drop a segment request that hls.js canceled to switch to a smaller rendition. */
  addAborted(segment: SegmentRequest): void {
    this.segments = this.segments.filter(other => other !== segment)
  }

  addRefusal(status: number): void {
    this.refusals = [...this.refusals, { at: this.now(), status }].slice(-MAX_SEGMENTS)
  }

  /** Record a playlist response. */
  addPlaylist({ live, newest, segmentSeconds }: PlaylistUpdate): void {
    const at = this.now()
    if (!live) this.lastPlaylist = null
    else if (!this.lastPlaylist || newest > this.lastPlaylist.newest + 0.01)
      this.lastPlaylist = { at, newest, segmentSeconds }
    this.secondsWithoutSegment = this.lastPlaylist ? (at - this.lastPlaylist.at) / 1_000 : null
  }

  /** Record the latency of another request of the page, in milliseconds. */
  addLatency(ms: number): void {
    this.latencies = [...this.latencies, { at: this.now(), ms }].slice(-MAX_SEGMENTS)
  }

  /** Return the recent segment requests that have finished. */
  transfers(): Transfer[] {
    return this.segments.flatMap(({ stats: { loaded, loading } }) =>
      loading.start && loading.end && this.now() - loading.end < WINDOW_MS
        ? [{ start: loading.start, end: loading.end, bytes: loaded }]
        : [],
    )
  }

  metrics(online: boolean): ConnectionMetrics {
    const recent = <Dated extends { at: number }>(entries: Dated[]) =>
      entries.filter(({ at }) => this.now() - at < WINDOW_MS)
    const measured = this.segments.flatMap(segment => this.measureSegment(segment) ?? [])
    const ms = measured.reduce((sum, segment) => sum + segment.ms, 0)
    const bytes = measured.reduce((sum, segment) => sum + segment.bytes, 0)
    return {
      isOnline: online,
      throughput: ms > 0 ? (bytes * 8_000) / ms : null,
      minBitrate: this.minBitrate,
      latency: median(measured.map(({ wait }) => wait)),
      refusedStatuses: recent(this.refusals).map(({ status }) => status),
      otherLatency: median(recent(this.latencies).map(({ ms }) => ms)),
      secondsWithoutSegment: this.secondsWithoutSegment,
      segmentSeconds: this.lastPlaylist?.segmentSeconds ?? 4,
    }
  }

  /** Measure a request that finished recently or is still loading. Return null for other requests. */
  private measureSegment({ stats }: SegmentRequest): { bytes: number; ms: number; wait: number } | null {
    const { start, first, end } = stats.loading
    // A canceled request loads nothing more, so its age says nothing about the connection.
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
