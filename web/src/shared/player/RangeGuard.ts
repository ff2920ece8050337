import { firstFrameOf, isLastFrame, lastFrameOf, type PlayRange } from './range'

/** Milliseconds between checks of the media clock, in browsers without a callback per frame. */
const POLL_MS = 15

export interface RangeOptions {
  range: PlayRange
  frameRate: number
  /** Returns whether the range loops. Called at its end. */
  isLooping: () => boolean
  /** Whether seeks outside the range are blocked. Otherwise only playback returns to its start. */
  isStrict: boolean
  onEnd?: () => void
  /** Called when the range ends and starts again. */
  onRestart?: () => void
}

/**
 * A guard that keeps playback within a range, exact to the frame.
 *
 * `requestVideoFrameCallback` reports each frame, so that playback stops at the last one. Browsers without it
 * check the media clock.
 */
export class RangeGuard {
  /** Whether playback has reached the last frame and stopped there. */
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

  /** The position of the first frame, in seconds. */
  get first(): number {
    return firstFrameOf(this.options.range, this.options.frameRate)
  }

  /** The position of the last frame, in seconds. */
  get last(): number {
    return lastFrameOf(this.options.range, this.options.frameRate)
  }

  destroy(): void {
    this.stop.abort()
    clearInterval(this.pollTimer)
    if (this.frame) this.video.cancelVideoFrameCallback(this.frame)
    this.video.style.visibility = ''
  }

  /** Start from the first frame when playback is at the end or outside a strict range. */
  private handlePlay(): void {
    if (this.atEnd || (this.options.isStrict && !this.contains(this.video.currentTime))) this.rewind()
  }

  private rewind(): void {
    this.atEnd = false
    this.video.currentTime = this.first
  }

  /** Move a seek outside a strict range to its nearest frame, before the browser shows a frame. */
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

  /** Handle a new frame at `at` seconds: loop or stop after the last one. */
  private handleFrame(at: number): void {
    const { range, frameRate, isLooping, isStrict, onRestart } = this.options
    if (at < range.from - 0.5 / frameRate) return
    if (!isLastFrame(at, range, frameRate)) return
    // The viewer plays the video after the range, to choose another one.
    if (!isStrict && at >= range.to + 1) return
    if (isLooping()) {
      onRestart?.()
      this.rewind()
    } else if (isStrict) this.finish()
  }

  private finish(): void {
    this.video.pause()
    this.isOwnSeek = true
    this.video.currentTime = this.last
    this.atEnd = true
    this.options.onEnd?.()
  }

  /** Hide the video until its first frame: the decoder may show earlier frames before it. */
  private hidePicture(): void {
    if (this.options.isStrict) this.video.style.visibility = 'hidden'
  }

  private showPicture(): void {
    if (this.contains(this.video.currentTime)) this.video.style.visibility = ''
  }
}
