import { RenewalTimes } from './RenewalTimes'
import { ErrorPolicy, type FailureReason, type Fault, failureReason, LiveRetryPolicy } from './retryPolicy'
import type { Manifest, Stream, StreamEvents } from './Stream'
import { DryStreamDetector, Watchdog } from './watchdog'

export interface PlaybackSessionEvents {
  manifest(manifest: Manifest): void
  rendition(height: number, bitrate: number): void
  captions(channel: string, cues: VTTCue[]): void
  /** Called on a final failure. The player shows a message. */
  failed(reason: FailureReason): void
  /** Called when a retry starts. */
  retrying(): void
  /** Called with true when a live stream stops at its source, with false when it goes on. */
  interrupted(isInterrupted: boolean): void
}

/** A signed stream URL, and when its signature expires; null means never. */
export interface SignedUrl {
  url: string
  expiresAt: Date | null
}

/** Returns a newly signed URL, or null when the viewer has lost access. */
export type RenewSource = () => Promise<SignedUrl | null>

const SECOND_MS = 1_000
/** Within this many seconds of the newest segment, a stopped live stream waits for new segments. */
const DRY_THRESHOLD_SECONDS = 2
/** Within this many seconds of the live edge, a viewer counts as live and returns to the edge after a fault. */
const LIVE_THRESHOLD_SECONDS = 10

/** One playback of one stream: starts it, recovers from faults, and reports a final failure. */
export class PlaybackSession {
  private policy = new ErrorPolicy()
  private watchdog = new Watchdog()
  private dryStreamDetector = new DryStreamDetector(isDry => this.events.interrupted(isDry))
  private stream: Stream | null = null
  private isReady = false
  private hasFailed = false
  private isRenewing = false
  private lastTime = 0
  /** The playback position in seconds; before the first frame, the start position. */
  private position = 0
  private wasLive = false
  private isLive = false
  private readonly renewalTimes = new RenewalTimes()
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

  /** `isHeld`: load no segments before `loadSegments`. */
  start(stream: Stream, source: SignedUrl, at: number, isHeld = false): void {
    this.stream = stream
    this.tickTimer = setInterval(() => this.tick(), SECOND_MS)
    window.addEventListener('online', () => this.hasFailed && void this.retry(), {
      signal: this.abort.signal,
    })
    this.load(source, at, isHeld)
  }

  /** Reload the stream with a new URL at the same position. */
  async retry(): Promise<void> {
    this.shownFailure = null
    this.events.retrying()
    await this.reload()
  }

  /** Reload the stream silently. A visible error message stays until the stream is back. */
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

  /** Return whether the player was removed, as during a request. A timer set later would never be cleared. */
  private get isDestroyed(): boolean {
    return this.abort.signal.aborted
  }

  private load(source: SignedUrl, at: number, isHeld = false): void {
    this.position = at
    this.scheduleRenewal(source)
    this.stream?.load(source.url, at, isHeld)
    this.lastTime = this.video.currentTime
  }

  private scheduleRenewal({ expiresAt }: SignedUrl): void {
    clearTimeout(this.renewalTimer)
    const wait = this.renewalTimes.next(expiresAt)
    if (wait !== null) this.renewalTimer = setTimeout(() => void this.swapSource(), wait)
  }

  /** Renew the signature of the running stream. Return null on success or after `destroy`, otherwise the reason. */
  private async swapSource(fault?: Fault): Promise<FailureReason | null> {
    const source = await this.fetchSource()
    if (this.isDestroyed) return null
    if (source === null) return 'denied'
    if (!source) return fault && navigator.onLine ? failureReason(fault) : 'offline'
    this.scheduleRenewal(source)
    this.stream?.renew(source.url)
    return null
  }

  /** Fetch a new URL. Return null when the viewer has no access, undefined when the request fails. */
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
    const isMoving = currentTime !== this.lastTime
    // An empty video, or one before its start position, is at 0. That is not the position of the viewer.
    if (this.isReady && isMoving && readyState > 0) this.position = currentTime
    if (this.isReady) this.lastTime = currentTime
    const isStalled = !this.hasFailed && this.isReady && !paused && !ended && !isMoving
    const live = this.stream?.liveWindow() ?? null
    this.wasLive = live ? live.edge - currentTime < LIVE_THRESHOLD_SECONDS : this.wasLive && !this.isReady
    const isDry = isStalled && live !== null && live.newest - currentTime < DRY_THRESHOLD_SECONDS
    this.dryStreamDetector.tick(isDry)
    const isWaiting = !this.hasFailed && (!this.isReady || (isStalled && !isDry))
    const verdict = this.watchdog.tick(isWaiting, isMoving)
    if (verdict === 'stalled') void this.handleFault('stalled')
    else if (verdict === 'healthy') {
      this.policy.reset()
      this.liveRetries.reset()
    }
  }
}
