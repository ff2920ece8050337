import { ErrorPolicy, type Fault, type Reason, reasonOf } from './policy'
import type { Manifest, Stream, StreamEvents } from './stream'
import { Watchdog } from './watchdog'

export interface SessionEvents {
  manifest(manifest: Manifest): void
  rendition(height: number): void
  /** Nothing more is tried; the viewer is told. */
  failed(reason: Reason): void
  /** Trying again. */
  trying(): void
}

/** A fresh signed address, or null when this viewer may not play it any more. */
export type Renew = () => Promise<string | null>

const SECOND = 1_000
/** A signature is renewed this long before it ends. */
const EARLY = 120 * SECOND
/** The longest wait that a timer can hold. */
const LONGEST = 2 ** 31 - 1

/** One viewing of one stream: starts it, keeps it alive, and says so when it can't. */
export class Session {
  private policy = new ErrorPolicy()
  private dog = new Watchdog()
  private stream: Stream | null = null
  private ready = false
  private failed = false
  private renewing = false
  private lastTime = 0
  private beat: ReturnType<typeof setInterval> | undefined
  private renewal: ReturnType<typeof setTimeout> | undefined
  private readonly stop = new AbortController()

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly renew: Renew,
    private readonly expiresAt: (url: string) => Date | null,
    private readonly events: SessionEvents,
  ) {}

  /** What the stream tells the session. */
  readonly heard: StreamEvents = {
    manifest: manifest => {
      this.ready = true
      this.events.manifest(manifest)
    },
    rendition: height => this.events.rendition(height),
    fault: fault => void this.handle(fault),
  }

  start(stream: Stream, url: string, at: number): void {
    this.stream = stream
    this.beat = setInterval(() => this.tick(), SECOND)
    window.addEventListener('online', () => this.failed && void this.retry(), { signal: this.stop.signal })
    this.load(url, at)
  }

  /** Begins again under a fresh address, where the viewer was. */
  async retry(): Promise<void> {
    this.policy = new ErrorPolicy()
    this.dog = new Watchdog()
    this.failed = false
    this.ready = false
    this.events.trying()
    const url = await this.fresh()
    if (url) this.load(url, this.lastTime)
    else this.give(this.without(url))
  }

  destroy(): void {
    clearInterval(this.beat)
    clearTimeout(this.renewal)
    this.stop.abort()
    this.stream?.destroy()
  }

  private load(url: string, at: number): void {
    this.plan(url)
    this.stream?.load(url, at)
  }

  private plan(url: string): void {
    clearTimeout(this.renewal)
    const end = this.expiresAt(url)?.getTime()
    if (end === undefined) return
    const wait = Math.min(Math.max(end - Date.now() - EARLY, 5 * SECOND), LONGEST)
    this.renewal = setTimeout(() => void this.swap(), wait)
  }

  /** Puts a fresh signature under the running stream; answers whether there was one. */
  private async swap(): Promise<boolean> {
    const url = await this.fresh()
    if (!url) return false
    this.plan(url)
    this.stream?.renew(url)
    return true
  }

  /** A fresh address; null when the viewer may not have one, undefined when nobody answered. */
  private async fresh(): Promise<string | null | undefined> {
    try {
      return await this.renew()
    } catch {
      return undefined
    }
  }

  private without(url: string | null | undefined): Reason {
    if (url === null) return 'expired'
    return navigator.onLine ? 'unreachable' : 'offline'
  }

  private async handle(fault: Fault): Promise<void> {
    if (this.failed || this.renewing) return
    const step = this.policy.next(fault, navigator.onLine)
    if (step === 'recover') this.stream?.recover()
    else if (step !== 'renew') this.give(step.tell)
    else {
      this.renewing = true
      const renewed = await this.swap()
      this.renewing = false
      if (!renewed) this.give(navigator.onLine ? reasonOf(fault) : 'offline')
    }
  }

  private give(reason: Reason): void {
    this.failed = true
    this.video.pause()
    this.events.failed(reason)
  }

  private tick(): void {
    const { paused, ended, currentTime } = this.video
    const moving = currentTime !== this.lastTime
    if (this.ready) this.lastTime = currentTime
    const waiting = !this.failed && (!this.ready || (!paused && !ended && !moving))
    const due = this.dog.tick(waiting, moving)
    if (due === 'stalled') void this.handle('stalled')
    else if (due === 'healthy') this.policy.healthy()
  }
}
