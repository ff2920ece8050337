import { VIEWING_INTERVAL_MS } from '@/shared/constants'
import type { FaultSource, PlaybackEvent, PlayedContent } from '@/shared/telemetry'
import type { FailureReason } from '../stream/retryPolicy'
import type { ConnectionMeter } from './ConnectionMeter'
import { type ConnectionMetrics, findFaultSource } from './faultSource'

interface MonitorDeps {
  content: PlayedContent | null
  emit: (event: PlaybackEvent) => void
  /** Returns null where the browser loads the stream itself and nothing is measured. */
  meter: () => ConnectionMeter | null
  /** Called with the source of a long stall; null when playback goes on or the source is unknown. */
  onStallSource: (source: FaultSource | null) => void
  /** Whether the video starts automatically. The startup time then begins with the player. */
  autoPlay: boolean
  now?: () => number
}

/** Milliseconds of an interruption that count as a stall, and that show a notice to the viewer. */
const STALL_MS = 250
const STALL_NOTICE_MS = 3_000
const RECHECK_MS = 2_000
/** Dragging the seek bar causes a series of seeks. Seeks under the minimum, in seconds, come from the player. */
const SEEK_DEBOUNCE_MS = 1_000
const MIN_SEEK_SECONDS = 2
/** The largest step of the media clock between two `timeupdate` events, in seconds. A larger step is a jump. */
const MAX_CLOCK_STEP = 5

type MonitorEvent = PlaybackEvent extends infer Candidate
  ? Candidate extends PlaybackEvent
    ? Omit<Candidate, 'view' | 'content' | 'position'>
    : never
  : never

const NO_METRICS: ConnectionMetrics = {
  isOnline: true,
  ...{
    throughput: null,
    minBitrate: null,
    latency: null,
    refusedStatuses: [],
    otherLatency: null,
    secondsWithoutSegment: null,
    segmentSeconds: 4,
  },
}

/** Measures one playback for analytics: startup time, stalls and their source, seconds watched, errors. */
export class PlaybackMonitor {
  private readonly viewId = newViewId()
  private readonly abort = new AbortController()
  private startedAt: number | null
  private hasFirstFrame = false
  private seekFrom: number | null = null
  private seekTimer: ReturnType<typeof setTimeout> | undefined
  private stalledAt: number | null = null
  private stallSource: FaultSource = 'unknown'
  private stallTimer: ReturnType<typeof setTimeout> | undefined
  private lastTick: number | null = null
  private watched = 0
  private bitrate: number | null = null
  private wasPaused = false
  /** The range has ended, although the video itself goes on. The jump after the end is not a seek of the viewer. */
  private isOver = false
  private isJumping = false
  private isEndReported = false

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly deps: MonitorDeps,
  ) {
    this.startedAt = deps.autoPlay ? this.now() : null
    const listen = (names: readonly string[], listener: () => void, target: EventTarget = video) => {
      // Capture page events, so that the last event is recorded before the analytics queue is sent.
      const options = { signal: this.abort.signal, capture: target !== video }
      for (const name of names) target.addEventListener(name, listener, options)
    }
    listen(['play'], () => this.handlePlay())
    listen(['playing'], () => this.handlePlaying())
    listen(['pause'], () => this.handlePause())
    listen(['waiting'], () => this.handleWaiting())
    listen(['seeking'], () => this.handleSeeking())
    listen(['seeked'], () => this.handleSeeked())
    listen(['timeupdate'], () => this.handleTimeUpdate())
    listen(['ended'], () => this.handleEnded())
    listen(['pagehide', 'visibilitychange'], () => this.emitViewing(), window)
    this.measureOtherRequests()
  }

  /** Measure the startup time from the viewer's click, because the browser blocked automatic playback. */
  handleAutoPlayBlocked(): void {
    if (this.video.paused) this.startedAt = null
  }

  /** Handle the end of the played range. `isLoop` means that it starts again. Emit the `end` event only once. */
  handleRangeEnd(isLoop = false): void {
    this.isOver = !isLoop
    this.isJumping = isLoop
    if (this.isEndReported) return
    this.isEndReported = true
    this.handleEnded()
  }

  /** Record a change of rendition. `bitrate` is in kbit/s. */
  handleRendition(bitrate: number): void {
    const before = this.bitrate
    this.bitrate = bitrate || null
    if (this.hasFirstFrame && this.bitrate && before && before !== this.bitrate)
      this.emit({ event: 'quality', bitrate: this.bitrate })
  }

  /** Record a final failure and return its source. */
  handleFailure(reason: FailureReason): FaultSource {
    const source = faultSourceOfReason(reason) ?? this.faultSource()
    this.endStall()
    this.emitViewing()
    this.emit({ event: 'error', side: source, fault: FAULT_NAMES[reason] })
    return source
  }

  destroy(): void {
    this.endStall()
    this.emitViewing()
    clearTimeout(this.seekTimer)
    this.abort.abort()
  }

  private handlePlay(): void {
    if (!this.hasFirstFrame) this.startedAt ??= this.now()
    else if (this.wasPaused) this.emit({ event: 'play' })
    this.wasPaused = false
    this.isOver = false
  }

  private handlePlaying(): void {
    if (!this.hasFirstFrame) {
      this.hasFirstFrame = true
      const startup = Math.max(0, this.now() - (this.startedAt ?? this.now()))
      this.emit({ event: 'first_frame', startup, bitrate: this.bitrate })
    }
    this.endStall()
  }

  /** Handle a pause. An ad pauses the video before its first frame: measure the startup time again after it. */
  private handlePause(): void {
    this.endStall()
    if (!this.hasFirstFrame) this.startedAt = null
    else if (!this.video.ended && !this.isOver) {
      this.wasPaused = true
      this.emit({ event: 'pause' })
    }
  }

  private handleWaiting(): void {
    const { paused, seeking, ended } = this.video
    if (
      !this.hasFirstFrame ||
      paused ||
      seeking ||
      ended ||
      this.seekFrom !== null ||
      this.stalledAt !== null
    )
      return
    this.stalledAt = this.now()
    this.stallTimer = setTimeout(() => this.reportStall(), STALL_NOTICE_MS)
  }

  /** Report the source of the stall. Check again while it lasts: the source may become clear only later. */
  private reportStall(): void {
    this.stallSource = this.faultSource()
    this.deps.onStallSource(this.stallSource === 'unknown' ? null : this.stallSource)
    this.stallTimer = setTimeout(() => this.reportStall(), RECHECK_MS)
  }

  private endStall(): void {
    if (this.stalledAt === null) return
    const stalled = this.now() - this.stalledAt
    clearTimeout(this.stallTimer)
    this.stalledAt = null
    this.deps.onStallSource(null)
    const source = this.stallSource === 'unknown' ? this.faultSource() : this.stallSource
    this.stallSource = 'unknown'
    if (stalled >= STALL_MS) this.emit({ event: 'stall', stalled, side: source })
  }

  private handleSeeking(): void {
    this.endStall()
    this.emitViewing(this.lastTick ?? this.video.currentTime)
    if (!this.isJumping) this.seekFrom ??= this.lastTick ?? this.video.currentTime
    this.isJumping = false
    this.lastTick = null
    clearTimeout(this.seekTimer)
  }

  private handleSeeked(): void {
    clearTimeout(this.seekTimer)
    const from = this.seekFrom
    this.seekTimer = setTimeout(() => {
      this.seekFrom = null
      const isFar = from !== null && Math.abs(this.video.currentTime - from) >= MIN_SEEK_SECONDS
      if (this.hasFirstFrame && isFar) this.emit({ event: 'seek' })
    }, SEEK_DEBOUNCE_MS)
  }

  /** Count the seconds watched in real time, whatever the playback rate. */
  private handleTimeUpdate(): void {
    const { currentTime, paused, seeking, playbackRate } = this.video
    const before = this.lastTick
    if (seeking) return
    this.lastTick = currentTime
    if (before === null || paused) return
    const step = currentTime - before
    if (step <= 0 || step > MAX_CLOCK_STEP * Math.max(1, playbackRate)) return
    this.endStall()
    this.watched += step / (playbackRate || 1)
    if (this.watched * 1_000 >= VIEWING_INTERVAL_MS) this.emitViewing()
  }

  private handleEnded(): void {
    this.endStall()
    this.emitViewing()
    if (this.hasFirstFrame) this.emit({ event: 'end' })
  }

  /** Emit the whole seconds watched up to `position`. Keep the fraction for the next event. */
  private emitViewing(position = this.video.currentTime || 0): void {
    const { bitrate } = this
    const watched = Math.floor(this.watched)
    if (watched < 1) return
    this.watched -= watched
    this.emit({ event: 'viewing', watched, bitrate }, position)
  }

  private faultSource(): FaultSource {
    const { onLine } = navigator
    return findFaultSource(this.deps.meter()?.metrics(onLine) ?? { ...NO_METRICS, isOnline: onLine })
  }

  /** Measure the latency of the page's other requests. It shows whether the connection or the delivery is slow. */
  private measureOtherRequests(): void {
    if (typeof PerformanceObserver === 'undefined') return
    const observer = new PerformanceObserver(list => {
      for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
        if (entry.initiatorType !== 'fetch' || entry.transferSize === 0) continue
        this.deps.meter()?.addLatency(entry.responseStart - entry.startTime)
      }
    })
    observer.observe({ type: 'resource' })
    this.abort.signal.addEventListener('abort', () => observer.disconnect())
  }

  private emit(event: MonitorEvent, position = this.video.currentTime || 0): void {
    const { content, emit } = this.deps
    if (content) emit({ view: this.viewId, content, position, ...event } as PlaybackEvent)
  }

  private now(): number {
    return (this.deps.now ?? (() => performance.now()))()
  }
}

/** The analytics name of each failure reason. */
const FAULT_NAMES: Record<FailureReason, string> = {
  offline: 'offline',
  expired: 'expired',
  denied: 'expired',
  notFound: 'not_found',
  unreachable: 'unreachable',
  unsupported: 'unsupported',
  broken: 'broken',
}

/** Return the source that a reason implies, or null when only a measurement can tell. */
function faultSourceOfReason(reason: FailureReason): FaultSource | null {
  if (reason === 'offline' || reason === 'unsupported') return 'viewer'
  if (reason === 'notFound') return 'delivery'
  return reason === 'unreachable' ? null : 'unknown'
}

/** Return a random UUID (version 4). `crypto.randomUUID` does not exist on a page without TLS. */
function newViewId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) =>
    index === 6 ? (byte & 15) | 64 : index === 8 ? (byte & 63) | 128 : byte,
  )
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
