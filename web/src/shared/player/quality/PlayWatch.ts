import { VIEWING_MS } from '@/shared/constants'
import type { PlayedThing, PlayTold, Side } from '@/shared/telling'
import type { Reason } from '../policy'
import type { LineMeter } from './LineMeter'
import { type LineFacts, sideOf } from './side'

interface Around {
  thing: PlayedThing | null
  tell: (told: PlayTold) => void
  /** Null where the browser measures nothing. */
  meter: () => LineMeter | null
  /** The picture has stood for a while on this side; null: it goes on, or nobody knows. */
  standing: (side: Side | null) => void
  /** Whether it plays by itself: then waiting begins with the player. */
  autoPlay: boolean
  now?: () => number
}

/** So long, in milliseconds, a picture stands before that is a stall, and before the viewer is told why. */
const STALL_MS = 250
const TOLD_MS = 3_000
const AGAIN_MS = 2_000
/** Seeks come in a row while somebody drags; smaller ones, in seconds, are the player's own. */
const SEEK_QUIET_MS = 1_000
const SEEK_SECONDS = 2
/** More than this, in seconds, the clock does not go on between two looks at it. */
const MOST_STEP = 5

type Event = PlayTold extends infer One
  ? One extends PlayTold
    ? Omit<One, 'view' | 'thing' | 'position'>
    : never
  : never

const UNMEASURED: LineFacts = {
  online: true,
  ...{ throughput: null, least: null, wait: null, refused: [], others: null, dry: null, piece: 4 },
}

/** Watches one play from its first picture to its last: how it went, how long it was watched, whose fault it was. */
export class PlayWatch {
  private readonly view = newView()
  private readonly stop = new AbortController()
  private begun: number | null
  private shown = false
  private seekFrom: number | null = null
  private seekTimer: ReturnType<typeof setTimeout> | undefined
  private stalledAt: number | null = null
  private stalledSide: Side = 'unknown'
  private stallTimer: ReturnType<typeof setTimeout> | undefined
  private last: number | null = null
  private watched = 0
  private bitrate: number | null = null
  private wasPaused = false
  /** A part came to its end, where the video itself goes on; and the jump after it is nobody's. */
  private isOver = false
  private jumps = false
  private toldEnd = false

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly around: Around,
  ) {
    this.begun = around.autoPlay ? this.now() : null
    const hear = (names: readonly string[], heard: () => void, target: EventTarget = video) => {
      // The page's own end is heard before whoever sends what was told.
      const options = { signal: this.stop.signal, capture: target !== video }
      for (const name of names) target.addEventListener(name, heard, options)
    }
    hear(['play'], () => this.play())
    hear(['playing'], () => this.playing())
    hear(['pause'], () => this.pause())
    hear(['waiting'], () => this.wait())
    hear(['seeking'], () => this.seeking())
    hear(['seeked'], () => this.seeked())
    hear(['timeupdate'], () => this.move())
    hear(['ended'], () => this.end())
    hear(['pagehide', 'visibilitychange'], () => this.tellViewing(), window)
    this.lookAtOthers()
  }

  /** It does not begin by itself: the way to its first picture begins with the viewer's press. */
  held(): void {
    if (this.video.paused) this.begun = null
  }

  /** The part that is played came to its end, and begins again by itself or not; its end is told once. */
  over(again = false): void {
    this.isOver = !again
    this.jumps = again
    if (this.toldEnd) return
    this.toldEnd = true
    this.end()
  }

  /** Another rendition is shown, of so many kbit/s. */
  rendition(bitrate: number): void {
    const before = this.bitrate
    this.bitrate = bitrate || null
    if (this.shown && this.bitrate && before && before !== this.bitrate)
      this.tell({ event: 'quality', bitrate: this.bitrate })
  }

  /** Nothing more is tried; answers on whose side that lies. */
  failed(reason: Reason): Side {
    const side = sideOfReason(reason) ?? this.side()
    this.endStall()
    this.tellViewing()
    this.tell({ event: 'error', side, fault: FAULTS[reason] })
    return side
  }

  destroy(): void {
    this.endStall()
    this.tellViewing()
    clearTimeout(this.seekTimer)
    this.stop.abort()
  }

  private play(): void {
    if (!this.shown) this.begun ??= this.now()
    else if (this.wasPaused) this.tell({ event: 'play' })
    this.wasPaused = false
    this.isOver = false
  }

  private playing(): void {
    if (!this.shown) {
      this.shown = true
      const startup = Math.max(0, this.now() - (this.begun ?? this.now()))
      this.tell({ event: 'first_frame', startup, bitrate: this.bitrate })
    }
    this.endStall()
  }

  /** An ad holds the film before its first picture: waiting begins again after it. */
  private pause(): void {
    this.endStall()
    if (!this.shown) this.begun = null
    else if (!this.video.ended && !this.isOver) {
      this.wasPaused = true
      this.tell({ event: 'pause' })
    }
  }

  private wait(): void {
    const { paused, seeking, ended } = this.video
    if (!this.shown || paused || seeking || ended || this.seekFrom !== null || this.stalledAt !== null) return
    this.stalledAt = this.now()
    this.stallTimer = setTimeout(() => this.say(), TOLD_MS)
  }

  /** Looks again as long as it stands: what it was may show only then. */
  private say(): void {
    this.stalledSide = this.side()
    this.around.standing(this.stalledSide === 'unknown' ? null : this.stalledSide)
    this.stallTimer = setTimeout(() => this.say(), AGAIN_MS)
  }

  private endStall(): void {
    if (this.stalledAt === null) return
    const stalled = this.now() - this.stalledAt
    clearTimeout(this.stallTimer)
    this.stalledAt = null
    this.around.standing(null)
    const side = this.stalledSide === 'unknown' ? this.side() : this.stalledSide
    this.stalledSide = 'unknown'
    if (stalled >= STALL_MS) this.tell({ event: 'stall', stalled, side })
  }

  private seeking(): void {
    this.endStall()
    this.tellViewing(this.last ?? this.video.currentTime)
    if (!this.jumps) this.seekFrom ??= this.last ?? this.video.currentTime
    this.jumps = false
    this.last = null
    clearTimeout(this.seekTimer)
  }

  private seeked(): void {
    clearTimeout(this.seekTimer)
    const from = this.seekFrom
    this.seekTimer = setTimeout(() => {
      this.seekFrom = null
      const far = from !== null && Math.abs(this.video.currentTime - from) >= SEEK_SECONDS
      if (this.shown && far) this.tell({ event: 'seek' })
    }, SEEK_QUIET_MS)
  }

  /** Counts seconds of a clock on the wall, however fast the film runs. */
  private move(): void {
    const { currentTime, paused, seeking, playbackRate } = this.video
    const before = this.last
    if (seeking) return
    this.last = currentTime
    if (before === null || paused) return
    const step = currentTime - before
    if (step <= 0 || step > MOST_STEP * Math.max(1, playbackRate)) return
    this.endStall()
    this.watched += step / (playbackRate || 1)
    if (this.watched * 1_000 >= VIEWING_MS) this.tellViewing()
  }

  private end(): void {
    this.endStall()
    this.tellViewing()
    if (this.shown) this.tell({ event: 'end' })
  }

  /** Whole seconds, which end at a place of the film; what is left of one is told with the next. */
  private tellViewing(position = this.video.currentTime || 0): void {
    const { bitrate } = this
    const watched = Math.floor(this.watched)
    if (watched < 1) return
    this.watched -= watched
    this.tell({ event: 'viewing', watched, bitrate }, position)
  }

  private side(): Side {
    const { onLine } = navigator
    return sideOf(this.around.meter()?.facts(onLine) ?? { ...UNMEASURED, online: onLine })
  }

  /** How quickly other things of the page come meanwhile tells the line from the delivery. */
  private lookAtOthers(): void {
    if (typeof PerformanceObserver === 'undefined') return
    const observer = new PerformanceObserver(list => {
      for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
        if (entry.initiatorType !== 'fetch' || entry.transferSize === 0) continue
        this.around.meter()?.other(entry.responseStart - entry.startTime)
      }
    })
    observer.observe({ type: 'resource' })
    this.stop.signal.addEventListener('abort', () => observer.disconnect())
  }

  private tell(event: Event, position = this.video.currentTime || 0): void {
    const { thing, tell } = this.around
    if (thing) tell({ view: this.view, thing, position, ...event } as PlayTold)
  }

  private now(): number {
    return (this.around.now ?? (() => performance.now()))()
  }
}

/** What the analytics call the reasons. */
const FAULTS: Record<Reason, string> = {
  offline: 'offline',
  expired: 'expired',
  denied: 'expired',
  notFound: 'not_found',
  unreachable: 'unreachable',
  unsupported: 'unsupported',
  broken: 'broken',
}

/** What says by itself whose it is; the others are measured. */
function sideOfReason(reason: Reason): Side | null {
  if (reason === 'offline' || reason === 'unsupported') return 'viewer'
  if (reason === 'notFound') return 'delivery'
  return reason === 'unreachable' ? null : 'unknown'
}

/** A name for a play; `crypto.randomUUID` is missing on a page without TLS. */
function newView(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, nth) =>
    nth === 6 ? (byte & 15) | 64 : nth === 8 ? (byte & 63) | 128 : byte,
  )
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
