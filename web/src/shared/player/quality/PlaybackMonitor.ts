import { VIEWING_INTERVAL_MS } from '@/shared/constants'
import type { FaultSource, PlaybackEvent, PlayedContent } from '@/shared/telemetry'
import type { FailureReason } from '../stream/retryPolicy'
import type { ConnectionMeter } from './ConnectionMeter'
import { type ConnectionMetrics, findFaultSource } from './faultSource'

interface MonitorDeps {
  content: PlayedContent | null
  emit: (event: PlaybackEvent) => void
  /** Null where the browser measures nothing. */
  meter: () => ConnectionMeter | null
  /** The picture has stood for a while on this side; null: it goes on, or nobody knows. */
  stalled: (side: FaultSource | null) => void
  /** Whether it plays by itself: then waiting begins with the player. */
  autoPlay: boolean
  now?: () => number
}

/** So long, in milliseconds, a picture stands before that is a stall, and before the viewer is told why. */
const STALL_MS = 250
const STALL_NOTICE_MS = 3_000
const RECHECK_MS = 2_000
/** Seeks come in a row while somebody drags; smaller ones, in seconds, are the player's own. */
const SEEK_DEBOUNCE_MS = 1_000
const MIN_SEEK_SECONDS = 2
/** More than this, in seconds, the clock does not go on between two looks at it. */
const MAX_CLOCK_STEP = 5

type MonitorEvent = PlaybackEvent extends infer One
  ? One extends PlaybackEvent
    ? Omit<One, 'view' | 'content' | 'position'>
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

/** Watches one play from its first picture to its last: how it went, how long it was watched, whose fault it was. */
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
  /** A part came to its end, where the video itself goes on; and the jump after it is nobody's. */
  private isOver = false
  private isJumping = false
  private isEndReported = false

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly deps: MonitorDeps,
  ) {
    this.startedAt = deps.autoPlay ? this.now() : null
    const listen = (names: readonly string[], listener: () => void, target: EventTarget = video) => {
      // The page's own end is heard before whoever sends what was told.
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

  /** It does not begin by itself: the way to its first picture begins with the viewer's press. */
  handleHeld(): void {
    if (this.video.paused) this.startedAt = null
  }

  /** The part that is played came to its end, and begins again by itself or not; its end is told once. */
  handleRangeEnd(again = false): void {
    this.isOver = !again
    this.isJumping = again
    if (this.isEndReported) return
    this.isEndReported = true
    this.handleEnded()
  }

  /** Another rendition is shown, of so many kbit/s. */
  handleRendition(bitrate: number): void {
    const before = this.bitrate
    this.bitrate = bitrate || null
    if (this.hasFirstFrame && this.bitrate && before && before !== this.bitrate)
      this.emit({ event: 'quality', bitrate: this.bitrate })
  }

  /** Nothing more is tried; answers on whose side that lies. */
  handleFailure(reason: FailureReason): FaultSource {
    const side = faultSourceOfReason(reason) ?? this.faultSource()
    this.endStall()
    this.emitViewing()
    this.emit({ event: 'error', side, fault: FAULT_NAMES[reason] })
    return side
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

  /** An ad holds the film before its first picture: waiting begins again after it. */
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

  /** Looks again as long as it stands: what it was may show only then. */
  private reportStall(): void {
    this.stallSource = this.faultSource()
    this.deps.stalled(this.stallSource === 'unknown' ? null : this.stallSource)
    this.stallTimer = setTimeout(() => this.reportStall(), RECHECK_MS)
  }

  private endStall(): void {
    if (this.stalledAt === null) return
    const stalled = this.now() - this.stalledAt
    clearTimeout(this.stallTimer)
    this.stalledAt = null
    this.deps.stalled(null)
    const side = this.stallSource === 'unknown' ? this.faultSource() : this.stallSource
    this.stallSource = 'unknown'
    if (stalled >= STALL_MS) this.emit({ event: 'stall', stalled, side })
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
      const far = from !== null && Math.abs(this.video.currentTime - from) >= MIN_SEEK_SECONDS
      if (this.hasFirstFrame && far) this.emit({ event: 'seek' })
    }, SEEK_DEBOUNCE_MS)
  }

  /** Counts seconds of a clock on the wall, however fast the film runs. */
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

  /** Whole seconds, which end at a place of the film; what is left of one is told with the next. */
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

  /** How quickly other things of the page come meanwhile tells the line from the delivery. */
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
    const { content: thing, emit: tell } = this.deps
    if (thing) tell({ view: this.viewId, content: thing, position, ...event } as PlaybackEvent)
  }

  private now(): number {
    return (this.deps.now ?? (() => performance.now()))()
  }
}

/** What the analytics call the reasons. */
const FAULT_NAMES: Record<FailureReason, string> = {
  offline: 'offline',
  expired: 'expired',
  denied: 'expired',
  notFound: 'not_found',
  unreachable: 'unreachable',
  unsupported: 'unsupported',
  broken: 'broken',
}

/** What says by itself whose it is; the others are measured. */
function faultSourceOfReason(reason: FailureReason): FaultSource | null {
  if (reason === 'offline' || reason === 'unsupported') return 'viewer'
  if (reason === 'notFound') return 'delivery'
  return reason === 'unreachable' ? null : 'unknown'
}

/** A name for a play; `crypto.randomUUID` is missing on a page without TLS. */
function newViewId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, nth) =>
    nth === 6 ? (byte & 15) | 64 : nth === 8 ? (byte & 63) | 128 : byte,
  )
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
