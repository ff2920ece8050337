import { DEFAULT_FRAME_RATE } from './range'

/** Rates that cameras and encoders have. */
const COMMON_RATES = [24, 25, 30, 50, 60, 24000 / 1001, 30000 / 1001, 60000 / 1001]
/** So many frames are looked at before their distance is believed. */
const MIN_SAMPLES = 6
/** A rate that is so near to a known one is that one. */
const TOLERANCE = 0.02

/** Counts how many frames a second has, from what the browser shows; the usual rate until it knows. */
export class FrameRateMeter {
  private readonly intervals: number[] = []
  private last: { mediaTime: number; presentedFrames: number } | null = null
  private handle = 0

  constructor(private readonly video: HTMLVideoElement) {
    if ('requestVideoFrameCallback' in video) this.requestFrame()
  }

  get value(): number {
    if (this.intervals.length < MIN_SAMPLES) return DEFAULT_FRAME_RATE
    const middle = [...this.intervals].sort((a, b) => a - b)[Math.floor(this.intervals.length / 2)] ?? 0
    const counted = 1 / middle
    const off = (rate: number) => Math.abs(rate - counted)
    const nearest = COMMON_RATES.reduce((best, rate) => (off(rate) < off(best) ? rate : best))
    return off(nearest) < TOLERANCE * nearest ? nearest : counted
  }

  destroy(): void {
    if (this.handle) this.video.cancelVideoFrameCallback(this.handle)
  }

  private requestFrame(): void {
    this.handle = this.video.requestVideoFrameCallback((_, frame) => {
      this.addFrame(frame)
      if (this.intervals.length < 5 * MIN_SAMPLES) this.requestFrame()
    })
  }

  /** Frames that follow each other without one between; a jump is none. */
  private addFrame(frame: { mediaTime: number; presentedFrames: number }): void {
    const { last } = this
    this.last = frame
    if (!last || frame.presentedFrames !== last.presentedFrames + 1 || this.video.seeking) return
    const step = frame.mediaTime - last.mediaTime
    if (step > 0.005 && step < 0.2) this.intervals.push(step)
  }
}
