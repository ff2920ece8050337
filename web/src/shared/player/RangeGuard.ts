import { firstFrameOf, isLastFrame, lastFrameOf, type PlayRange } from './range'

/** Without a callback for each frame, the clock is looked at this often (milliseconds). */
const POLL_MS = 15

export interface RangeOptions {
  range: PlayRange
  frameRate: number
  /** Whether it begins again at its end; asked then. */
  isLooping: () => boolean
  /** Nothing outside is shown, wherever one goes; else one may look around, and only what plays turns back. */
  isStrict: boolean
  ended?: () => void
  /** It came to its end and begins again by itself. */
  restarted?: () => void
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
  private pollTimer: ReturnType<typeof setInterval> | undefined
  private isOwnSeek = false

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly options: RangeOptions,
  ) {
    const { signal } = this.stop
    video.addEventListener('play', () => this.handlePlay(), { signal })
    video.addEventListener('seeking', () => this.handleSeeking(), { signal })
    for (const name of ['seeked', 'loadeddata'])
      video.addEventListener(name, () => this.showPicture(), { signal })
    this.hidePicture()
    this.watch()
  }

  /** The first frame. */
  get first(): number {
    return firstFrameOf(this.options.range, this.options.frameRate)
  }

  /** The last frame. */
  get last(): number {
    return lastFrameOf(this.options.range, this.options.frameRate)
  }

  destroy(): void {
    this.stop.abort()
    clearInterval(this.pollTimer)
    if (this.frame) this.video.cancelVideoFrameCallback(this.frame)
    this.video.style.visibility = ''
  }

  /** Where the picture stands at its end, play begins again; from outside it goes to the first frame. */
  private handlePlay(): void {
    if (this.atEnd || (this.options.isStrict && !this.contains(this.video.currentTime))) this.rewind()
  }

  private rewind(): void {
    this.atEnd = false
    this.video.currentTime = this.first
  }

  /** Whoever goes outside of a strict range is put back to its edge, before a frame is shown. */
  private handleSeeking(): void {
    if (!this.isOwnSeek) this.atEnd = false
    this.isOwnSeek = false
    if (!this.options.isStrict) return
    const { currentTime } = this.video
    const { from, to } = this.options.range
    if (currentTime < from) this.video.currentTime = this.first
    else if (currentTime >= to) this.video.currentTime = this.last
  }

  private contains(at: number): boolean {
    return at >= this.options.range.from && at < this.options.range.to
  }

  private watch(): void {
    if ('requestVideoFrameCallback' in this.video) this.requestFrame()
    else
      this.pollTimer = setInterval(() => {
        const { paused, currentTime } = this.video
        if (!paused) this.handleFrame(currentTime)
      }, POLL_MS)
  }

  private requestFrame(): void {
    this.frame = this.video.requestVideoFrameCallback((_, { mediaTime }) => {
      this.requestFrame()
      if (!this.video.paused) this.handleFrame(mediaTime)
    })
  }

  /** A frame is shown: `at` is its time. */
  private handleFrame(at: number): void {
    const { range, frameRate, isLooping: loops, isStrict: strict, restarted: again } = this.options
    if (at < range.from - 0.5 / frameRate) return
    if (!isLastFrame(at, range, frameRate)) return
    // What plays behind the range is somebody who looks for another one.
    if (!strict && at >= range.to + 1) return
    if (loops()) {
      again?.()
      this.rewind()
    } else if (strict) this.finish()
  }

  private finish(): void {
    this.video.pause()
    this.isOwnSeek = true
    this.video.currentTime = this.last
    this.atEnd = true
    this.options.ended?.()
  }

  /** Until the first frame is there, what a decoder has before it is not shown. */
  private hidePicture(): void {
    if (this.options.isStrict) this.video.style.visibility = 'hidden'
  }

  private showPicture(): void {
    if (this.contains(this.video.currentTime)) this.video.style.visibility = ''
  }
}
