import { firstOf, isLast, lastOf, type PlayRange } from './range'

/** Without a callback for each frame, the clock is looked at this often (milliseconds). */
const LOOK_MS = 15

export interface RangeOptions {
  range: PlayRange
  frameRate: number
  /** Whether it begins again at its end; asked then. */
  loops: () => boolean
  /** Nothing outside is shown, wherever one goes; else one may look around, and only what plays turns back. */
  strict: boolean
  ended?: () => void
  /** It came to its end and begins again by itself. */
  again?: () => void
}

/**
 * Keeps what plays within a range, to the frame.
 *
 * The browser tells of each frame as it shows it (`requestVideoFrameCallback`), and the picture is stopped at
 * the last one before the next comes; elsewhere the clock is watched.
 */
export class RangeGuard {
  /** The picture stands at the last frame, because it came to it. */
  atEnd = false
  private readonly stop = new AbortController()
  private frame = 0
  private look: ReturnType<typeof setInterval> | undefined
  private own = false

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly options: RangeOptions,
  ) {
    const { signal } = this.stop
    video.addEventListener('play', () => this.begin(), { signal })
    video.addEventListener('seeking', () => this.hold(), { signal })
    for (const name of ['seeked', 'loadeddata'])
      video.addEventListener(name, () => this.uncover(), { signal })
    this.cover()
    this.watch()
  }

  /** The first frame. */
  get first(): number {
    return firstOf(this.options.range, this.options.frameRate)
  }

  /** The last frame. */
  get last(): number {
    return lastOf(this.options.range, this.options.frameRate)
  }

  destroy(): void {
    this.stop.abort()
    clearInterval(this.look)
    if (this.frame) this.video.cancelVideoFrameCallback(this.frame)
    this.video.style.visibility = ''
  }

  /** Where the picture stands at its end, play begins again; from outside it goes to the first frame. */
  private begin(): void {
    if (this.atEnd || (this.options.strict && !this.holds(this.video.currentTime))) this.rewind()
  }

  private rewind(): void {
    this.atEnd = false
    this.video.currentTime = this.first
  }

  /** Whoever goes outside of a strict range is put back to its edge, before a frame is shown. */
  private hold(): void {
    if (!this.own) this.atEnd = false
    this.own = false
    if (!this.options.strict) return
    const { currentTime } = this.video
    const { from, to } = this.options.range
    if (currentTime < from) this.video.currentTime = this.first
    else if (currentTime >= to) this.video.currentTime = this.last
  }

  private holds(at: number): boolean {
    return at >= this.options.range.from && at < this.options.range.to
  }

  private watch(): void {
    if ('requestVideoFrameCallback' in this.video) this.next()
    else
      this.look = setInterval(() => {
        const { paused, currentTime } = this.video
        if (!paused) this.seen(currentTime)
      }, LOOK_MS)
  }

  private next(): void {
    this.frame = this.video.requestVideoFrameCallback((_, { mediaTime }) => {
      this.next()
      if (!this.video.paused) this.seen(mediaTime)
    })
  }

  /** A frame is shown: `at` is its time. */
  private seen(at: number): void {
    const { range, frameRate, loops, strict, again } = this.options
    if (at < range.from - 0.5 / frameRate) return
    if (!isLast(at, range, frameRate)) return
    // What plays behind the range is somebody who looks for another one.
    if (!strict && at >= range.to + 1) return
    if (loops()) {
      again?.()
      this.rewind()
    } else if (strict) this.finish()
  }

  private finish(): void {
    this.video.pause()
    this.own = true
    this.video.currentTime = this.last
    this.atEnd = true
    this.options.ended?.()
  }

  /** Until the first frame is there, what a decoder has before it is not shown. */
  private cover(): void {
    if (this.options.strict) this.video.style.visibility = 'hidden'
  }

  private uncover(): void {
    if (this.holds(this.video.currentTime)) this.video.style.visibility = ''
  }
}
