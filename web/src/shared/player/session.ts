import { serverNow } from '@/shared/clock'
import { ErrorPolicy, type Fault, LiveRetryPolicy, type Reason, reasonOf } from './policy'
import type { Manifest, Stream, StreamEvents } from './stream'
import { DryStream, Watchdog } from './watchdog'

export interface SessionEvents {
  manifest(manifest: Manifest): void
  rendition(height: number, bitrate: number): void
  captions(channel: string, cues: VTTCue[]): void
  /** Nothing more is tried; the viewer is told. */
  failed(reason: Reason): void
  /** Trying again. */
  trying(): void
  /** A live stream has stopped coming, which is nobody's fault here; it may come again. */
  interrupted(is: boolean): void
}

/** An address that plays until its signature ends; null where it doesn't end. */
export interface SignedUrl {
  url: string
  expiresAt: Date | null
}

/** A freshly signed address, or null when this viewer may not play it any more. */
export type Renew = () => Promise<SignedUrl | null>

const SECOND = 1_000
/** A signature is renewed this long before it ends. */
const EARLY = 120 * SECOND
/** So near to the newest of a live stream, in seconds, the picture waits for what is still to come. */
const DRY = 2
/** So near to where a live viewer is, one was live, and is again after a fault. */
const LIVE = 10

/** The longest wait that a timer can hold. */
const LONGEST = 2 ** 31 - 1

/** One viewing of one stream: starts it, keeps it alive, and says so when it can't. */
export class Session {
  private policy = new ErrorPolicy()
  private dog = new Watchdog()
  private dry = new DryStream(is => this.events.interrupted(is))
  private stream: Stream | null = null
  private ready = false
  private failed = false
  private renewing = false
  private lastTime = 0
  /** Where the viewer is; until a picture is there, where they are to begin. */
  private at = 0
  private wasLive = false
  private isLive = false
  private readonly liveRetries = new LiveRetryPolicy()
  /** The failure that the viewer sees. */
  private shownFailure: Reason | null = null
  private beat: ReturnType<typeof setInterval> | undefined
  private renewal: ReturnType<typeof setTimeout> | undefined
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private readonly stop = new AbortController()

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly renew: Renew,
    private readonly events: SessionEvents,
  ) {}

  /** Handlers of the events of the stream. */
  readonly streamEvents: StreamEvents = {
    manifest: manifest => {
      this.ready = true
      this.isLive = manifest.live
      this.shownFailure = null
      this.events.manifest(manifest)
    },
    rendition: (height, bitrate) => this.events.rendition(height, bitrate),
    captions: (channel, cues) => this.events.captions(channel, cues),
    fault: fault => void this.handle(fault),
  }

  start(stream: Stream, source: SignedUrl, at: number): void {
    this.stream = stream
    this.beat = setInterval(() => this.tick(), SECOND)
    window.addEventListener('online', () => this.failed && void this.retry(), { signal: this.stop.signal })
    this.load(source, at)
  }

  /** Begins again under a fresh address, where the viewer was. */
  async retry(): Promise<void> {
    this.shownFailure = null
    this.events.trying()
    await this.reload()
  }

  /** Retries without a word to the viewer, who keeps reading what failed until the stream is back. */
  private async reload(): Promise<void> {
    clearTimeout(this.retryTimer)
    this.policy = new ErrorPolicy()
    this.dog = new Watchdog()
    this.failed = false
    this.ready = false
    const source = await this.fresh()
    if (this.left) return
    if (source) this.load(source, this.wasLive ? 0 : this.at)
    else this.fail(this.without(source))
  }

  destroy(): void {
    clearInterval(this.beat)
    clearTimeout(this.renewal)
    clearTimeout(this.retryTimer)
    this.stop.abort()
    this.stream?.destroy()
  }

  /** The player may leave while it waits for an address; a timer set after that would never be cleared. */
  private get left(): boolean {
    return this.stop.signal.aborted
  }

  private load(source: SignedUrl, at: number): void {
    this.at = at
    this.plan(source)
    this.stream?.load(source.url, at)
    this.lastTime = this.video.currentTime
  }

  private plan({ expiresAt }: SignedUrl): void {
    clearTimeout(this.renewal)
    const end = expiresAt?.getTime()
    if (end === undefined) return
    const wait = Math.min(Math.max(end - serverNow() - EARLY, 5 * SECOND), LONGEST)
    this.renewal = setTimeout(() => void this.swap(), wait)
  }

  /** Puts a fresh signature under the running stream; null where there was one, or nobody is left to tell. */
  private async swap(fault?: Fault): Promise<Reason | null> {
    const source = await this.fresh()
    if (this.left) return null
    if (source === null) return 'denied'
    if (!source) return fault && navigator.onLine ? reasonOf(fault) : 'offline'
    this.plan(source)
    this.stream?.renew(source.url)
    return null
  }

  /** A fresh address; null when the viewer may not have one, undefined when nobody answered. */
  private async fresh(): Promise<SignedUrl | null | undefined> {
    try {
      return await this.renew()
    } catch {
      return undefined
    }
  }

  private without(source: null | undefined): Reason {
    if (source === null) return 'denied'
    return navigator.onLine ? 'unreachable' : 'offline'
  }

  private async handle(fault: Fault): Promise<void> {
    if (this.failed || this.renewing) return
    const step = this.policy.next(fault, navigator.onLine)
    if (step === 'recover') this.stream?.recover()
    else if (step !== 'renew') this.fail(step.tell)
    else {
      this.renewing = true
      const failed = await this.swap(fault)
      this.renewing = false
      if (failed) this.fail(failed)
    }
  }

  private fail(reason: Reason): void {
    this.failed = true
    this.video.pause()
    if (reason !== this.shownFailure) this.events.failed(reason)
    this.shownFailure = reason
    const delay = this.isLive ? this.liveRetries.next(reason) : null
    if (delay !== null) this.retryTimer = setTimeout(() => void this.reload(), delay)
  }

  private tick(): void {
    const { paused, ended, currentTime, readyState } = this.video
    const moving = currentTime !== this.lastTime
    // A video that is empty, or has not reached its beginning, stands at 0: nobody is there.
    if (this.ready && moving && readyState > 0) this.at = currentTime
    if (this.ready) this.lastTime = currentTime
    const standing = !this.failed && this.ready && !paused && !ended && !moving
    const live = this.stream?.window() ?? null
    this.wasLive = live ? live.edge - currentTime < LIVE : this.wasLive && !this.ready
    const dry = standing && live !== null && live.newest - currentTime < DRY
    this.dry.tick(dry)
    const waiting = !this.failed && (!this.ready || (standing && !dry))
    const due = this.dog.tick(waiting, moving)
    if (due === 'stalled') void this.handle('stalled')
    else if (due === 'healthy') {
      this.policy.healthy()
      this.liveRetries.healthy()
    }
  }
}
