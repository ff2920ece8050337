import type { PlayerControl } from '@/shared/contexts/slots'
import { FrameRateMeter } from '../FrameRateMeter'
import { RangeGuard } from '../RangeGuard'
import { lastFrameOf, type PlayRange } from '../range'
import { startPlaying } from '../startPlaying'
import type { Stream } from '../stream/Stream'
import { type SeekMarker, SeekMarkers } from './SeekMarkers'

/** The interface of the player for its page. Times are seconds of the media clock. */
export interface PlayerController extends PlayerControl {
  readonly paused: boolean
  /** Return whether a live stream plays. */
  isLive(): boolean
  /** Return the frames per second. */
  frameRate(): number
  /** Pause and move by a number of frames, forward or back. */
  step(frames: number): void
  /** Loop a range while the playback position is in it; null stops the loop. */
  loop(range: PlayRange | null): void
  /** Draw the visible frame. Return false if there is none. */
  drawFrame(onto: HTMLCanvasElement): boolean
  /** Show marks on the seek bar. */
  setMarkers(markers: readonly SeekMarker[]): void
  /** Return the element that fills the screen in full screen, for what is shown over the picture. */
  frame(): HTMLElement
  /** Call a listener on every change of the time. Return a function that removes it. */
  onTimeChange(listener: () => void): () => void
}

const TIME_EVENTS = ['timeupdate', 'seeking', 'seeked', 'play', 'pause', 'durationchange', 'progress']

/** The controller of a video element. */
export class VideoController implements PlayerController {
  private readonly frameRateMeter: FrameRateMeter
  private rangeGuard: RangeGuard | null = null
  private readonly markers: SeekMarkers | null
  private readonly stopMarkers: () => void

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly stream: Pick<Stream, 'liveWindow' | 'instantAt' | 'frameRate'>,
    private readonly elements: { frame: HTMLElement; progress: HTMLElement | null },
    /** Returns the end of the seek bar in seconds if it is not that of the video; null otherwise. */
    private readonly shownEnd: () => number | null = () => null,
  ) {
    this.frameRateMeter = new FrameRateMeter(video)
    this.markers = elements.progress && new SeekMarkers(elements.progress, () => this.seekRange())
    this.stopMarkers = this.onTimeChange(() => this.markers?.draw())
  }

  get paused(): boolean {
    return this.video.paused
  }

  isLive(): boolean {
    return this.stream.liveWindow() !== null
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
    const abort = new AbortController()
    for (const name of TIME_EVENTS) this.video.addEventListener(name, listener, { signal: abort.signal })
    return () => abort.abort()
  }

  setMarkers(markers: readonly SeekMarker[]): void {
    this.markers?.set(markers)
  }

  frame(): HTMLElement {
    return this.elements.frame
  }

  destroy(): void {
    this.stopMarkers()
    this.frameRateMeter.destroy()
    this.loop(null)
  }

  /** Return the range of the seek bar. That of a live stream ends at the live position. */
  private seekRange(): { start: number; end: number } {
    const live = this.stream.liveWindow()
    if (live) return { start: live.start, end: live.edge }
    const { start, end } = this.window()
    return { start, end: this.shownEnd() ?? end }
  }
}
