import { serverNow } from '@/shared/clock'
import { ErrorPolicy, type FailureReason, type Fault, failureReason, LiveRetryPolicy } from './retryPolicy'
import type { Manifest, Stream, StreamEvents } from './Stream'
import { DryStreamDetector, Watchdog } from './watchdog'

export interface PlaybackSessionEvents {
  manifest(manifest: Manifest): void
  rendition(height: number, bitrate: number): void
  captions(channel: string, cues: VTTCue[]): void
  /** Nothing more is tried; the viewer is told. */
  failed(reason: FailureReason): void
  /** Trying again. */
  retrying(): void
  /** A live stream has stopped coming, which is nobody's fault here; it may come again. */
  interrupted(is: boolean): void
}

/** An address that plays until its signature ends; null where it doesn't end. */
export interface SignedUrl {
  url: string
  expiresAt: Date | null
}

/** A freshly signed address, or null when this viewer may not play it any more. */
export type RenewSource = () => Promise<SignedUrl | null>

const SECOND_MS = 1_000
/** A signature is renewed this long before it ends. */
const RENEW_AHEAD_MS = 120 * SECOND_MS
/** So near to the newest of a live stream, in seconds, the picture waits for what is still to come. */
const DRY_THRESHOLD_SECONDS = 2
/** So near to where a live viewer is, one was live, and is again after a fault. */
const LIVE_THRESHOLD_SECONDS = 10

/** The longest wait that a timer can hold. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** One viewing of one stream: starts it, keeps it alive, and says so when it can't. */
export class PlaybackSession {
  private policy = new ErrorPolicy()
  private watchdog = new Watchdog()
  private dryStreamDetector = new DryStreamDetector(is => this.events.interrupted(is))
  private stream: Stream | null = null
  private isReady = false
  private hasFailed = false
  private isRenewing = false
  private lastTime = 0
  /** Where the viewer is; until a picture is there, where they are to begin. */
  private position = 0
  private wasLive = false
  private isLive = false
  private readonly liveRetries = new LiveRetryPolicy()
  /** The failure that the viewer sees. */
  private shownFailure: FailureReason | null = null
  private tickTimer: ReturnType<typeof setInterval> | undefined
  private renewalTimer: ReturnType<typeof setTimeout> | undefined
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private readonly abort = new AbortController()

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly renewSource: RenewSource,
    private readonly events: PlaybackSessionEvents,
  ) {}

  /** Handlers of the events of the stream. */
  readonly streamEvents: StreamEvents = {
    manifest: manifest => {
      this.isReady = true
      this.isLive = manifest.isLive
      this.shownFailure = null
      this.events.manifest(manifest)
    },
    rendition: (height, bitrate) => this.events.rendition(height, bitrate),
    captions: (channel, cues) => this.events.captions(channel, cues),
    fault: fault => void this.handleFault(fault),
  }

  start(stream: Stream, source: SignedUrl, at: number): void {
    this.stream = stream
    this.tickTimer = setInterval(() => this.tick(), SECOND_MS)
    window.addEventListener('online', () => this.hasFailed && void this.retry(), {
      signal: this.abort.signal,
    })
    this.load(source, at)
  }

  /** Begins again under a fresh address, where the viewer was. */
  async retry(): Promise<void> {
    this.shownFailure = null
    this.events.retrying()
    await this.reload()
  }

  /** Retries without a word to the viewer, who keeps reading what failed until the stream is back. */
  private async reload(): Promise<void> {
    clearTimeout(this.retryTimer)
    this.policy = new ErrorPolicy()
    this.watchdog = new Watchdog()
    this.hasFailed = false
    this.isReady = false
    const source = await this.fetchSource()
    if (this.isDestroyed) return
    if (source) this.load(source, this.wasLive ? 0 : this.position)
    else this.fail(this.failWithoutSource(source))
  }

  destroy(): void {
    clearInterval(this.tickTimer)
    clearTimeout(this.renewalTimer)
    clearTimeout(this.retryTimer)
    this.abort.abort()
    this.stream?.destroy()
  }

  /** The player may leave while it waits for an address; a timer set after that would never be cleared. */
  private get isDestroyed(): boolean {
    return this.abort.signal.aborted
  }

  private load(source: SignedUrl, at: number): void {
    this.position = at
    this.scheduleRenewal(source)
    this.stream?.load(source.url, at)
    this.lastTime = this.video.currentTime
  }

  private scheduleRenewal({ expiresAt }: SignedUrl): void {
    clearTimeout(this.renewalTimer)
    const end = expiresAt?.getTime()
    if (end === undefined) return
    const wait = Math.min(Math.max(end - serverNow() - RENEW_AHEAD_MS, 5 * SECOND_MS), MAX_TIMEOUT_MS)
    this.renewalTimer = setTimeout(() => void this.swapSource(), wait)
  }

  /** Puts a fresh signature under the running stream; null where there was one, or nobody is left to tell. */
  private async swapSource(fault?: Fault): Promise<FailureReason | null> {
    const source = await this.fetchSource()
    if (this.isDestroyed) return null
    if (source === null) return 'denied'
    if (!source) return fault && navigator.onLine ? failureReason(fault) : 'offline'
    this.scheduleRenewal(source)
    this.stream?.renew(source.url)
    return null
  }

  /** A fresh address; null when the viewer may not have one, undefined when nobody answered. */
  private async fetchSource(): Promise<SignedUrl | null | undefined> {
    try {
      return await this.renewSource()
    } catch {
      return undefined
    }
  }

  private failWithoutSource(source: null | undefined): FailureReason {
    if (source === null) return 'denied'
    return navigator.onLine ? 'unreachable' : 'offline'
  }

  private async handleFault(fault: Fault): Promise<void> {
    if (this.hasFailed || this.isRenewing) return
    const step = this.policy.nextStep(fault, navigator.onLine)
    if (step === 'recover') this.stream?.recover()
    else if (step !== 'renew') this.fail(step.fail)
    else {
      this.isRenewing = true
      const failed = await this.swapSource(fault)
      this.isRenewing = false
      if (failed) this.fail(failed)
    }
  }

  private fail(reason: FailureReason): void {
    this.hasFailed = true
    this.video.pause()
    if (reason !== this.shownFailure) this.events.failed(reason)
    this.shownFailure = reason
    const delay = this.isLive ? this.liveRetries.nextDelay(reason) : null
    if (delay !== null) this.retryTimer = setTimeout(() => void this.reload(), delay)
  }

  private tick(): void {
    const { paused, ended, currentTime, readyState } = this.video
    const moving = currentTime !== this.lastTime
    // A video that is empty, or has not reached its beginning, stands at 0: nobody is there.
    if (this.isReady && moving && readyState > 0) this.position = currentTime
    if (this.isReady) this.lastTime = currentTime
    const standing = !this.hasFailed && this.isReady && !paused && !ended && !moving
    const live = this.stream?.liveWindow() ?? null
    this.wasLive = live ? live.edge - currentTime < LIVE_THRESHOLD_SECONDS : this.wasLive && !this.isReady
    const dry = standing && live !== null && live.newest - currentTime < DRY_THRESHOLD_SECONDS
    this.dryStreamDetector.tick(dry)
    const waiting = !this.hasFailed && (!this.isReady || (standing && !dry))
    const due = this.watchdog.tick(waiting, moving)
    if (due === 'stalled') void this.handleFault('stalled')
    else if (due === 'healthy') {
      this.policy.reset()
      this.liveRetries.reset()
    }
  }
}
