import type { PlayerControl } from '@/shared/contexts/slots'
import { FrameRateMeter } from '../FrameRateMeter'
import { RangeGuard } from '../RangeGuard'
import { lastFrameOf, type PlayRange } from '../range'
import { startPlaying } from '../startPlaying'
import type { Stream } from '../stream/Stream'

/** What a page may ask of its player and tell it; times are seconds of the stream's own clock. */
export interface PlayerController extends PlayerControl {
  readonly paused: boolean
  /** Frames a second. */
  frameRate(): number
  /** Goes so many frames on, or back, and stands there. */
  step(frames: number): void
  /** Plays this over and over, as long as the picture is in it; null plays on. */
  loop(range: PlayRange | null): void
  /** Draws the picture that is shown; false where there is none. */
  drawFrame(onto: HTMLCanvasElement): boolean
  /** Hears of every change of the time, until the returned function is called. */
  onTimeChange(listener: () => void): () => void
}

const TIME_EVENTS = ['timeupdate', 'seeking', 'seeked', 'play', 'pause', 'durationchange', 'progress']

/** The control of a player, and what ends with it. */
export class VideoController implements PlayerController {
  private readonly frameRateMeter: FrameRateMeter
  private rangeGuard: RangeGuard | null = null

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly stream: Pick<Stream, 'liveWindow' | 'instantAt' | 'frameRate'>,
  ) {
    this.frameRateMeter = new FrameRateMeter(video)
  }

  get paused(): boolean {
    return this.video.paused
  }

  time(): number {
    return this.video.currentTime
  }

  instant(at = this.video.currentTime): number | null {
    return this.stream.instantAt(at)
  }

  window(): { start: number; end: number } {
    const live = this.stream.liveWindow()
    if (live) return { start: live.start, end: live.newest }
    const { duration } = this.video
    return { start: 0, end: Number.isFinite(duration) ? duration : 0 }
  }

  frameRate(): number {
    return this.stream.frameRate() ?? this.frameRateMeter.value
  }

  seek(seconds: number): void {
    this.video.currentTime = seconds
  }

  play(): void {
    void startPlaying(this.video)
  }

  pause(): void {
    this.video.pause()
  }

  step(frames: number): void {
    this.video.pause()
    const rate = this.frameRate()
    const frame = Math.floor(this.video.currentTime * rate + 0.01) + frames
    const { start, end } = this.window()
    this.video.currentTime = Math.min(
      lastFrameOf({ from: start, to: end }, rate),
      Math.max(start, (frame + 0.5) / rate),
    )
  }

  loop(range: PlayRange | null): void {
    this.rangeGuard?.destroy()
    this.rangeGuard =
      range &&
      new RangeGuard(this.video, {
        range,
        frameRate: this.frameRate(),
        isLooping: () => true,
        isStrict: false,
      })
  }

  drawFrame(onto: HTMLCanvasElement): boolean {
    if (this.video.readyState < 2) return false
    onto.getContext('2d')?.drawImage(this.video, 0, 0, onto.width, onto.height)
    return true
  }

  onTimeChange(listener: () => void): () => void {
    const stop = new AbortController()
    for (const name of TIME_EVENTS) this.video.addEventListener(name, listener, { signal: stop.signal })
    return () => stop.abort()
  }

  destroy(): void {
    this.frameRateMeter.destroy()
    this.loop(null)
  }
}
