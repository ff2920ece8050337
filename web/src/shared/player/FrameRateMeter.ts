import { DEFAULT_FRAME_RATE } from './range'

/** Frame rates that cameras and encoders use. */
const COMMON_RATES = [24, 25, 30, 50, 60, 24000 / 1001, 30000 / 1001, 60000 / 1001]
/** The number of intervals to measure before the result is used. */
const MIN_SAMPLES = 6
/** Round to a common rate within this share of it. */
const TOLERANCE = 0.02

/** Measures the frame rate from the frames that the browser shows. Returns the default rate until then. */
export class FrameRateMeter {
  private readonly intervals: number[] = []
  private last: { mediaTime: number; presentedFrames: number } | null = null
  private handle = 0

  constructor(private readonly video: HTMLVideoElement) {
    if ('requestVideoFrameCallback' in video) this.requestFrame()
  }

  get value(): number {
    if (this.intervals.length < MIN_SAMPLES) return DEFAULT_FRAME_RATE
    const median = [...this.intervals].sort((a, b) => a - b)[Math.floor(this.intervals.length / 2)] ?? 0
    const measured = 1 / median
    const distance = (rate: number) => Math.abs(rate - measured)
    const nearest = COMMON_RATES.reduce((best, rate) => (distance(rate) < distance(best) ? rate : best))
    return distance(nearest) < TOLERANCE * nearest ? nearest : measured
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

  /** Record the interval between two consecutive frames. Ignore dropped frames and seeks. */
  private addFrame(frame: { mediaTime: number; presentedFrames: number }): void {
    const { last } = this
    this.last = frame
    if (!last || frame.presentedFrames !== last.presentedFrames + 1 || this.video.seeking) return
    const step = frame.mediaTime - last.mediaTime
    if (step > 0.005 && step < 0.2) this.intervals.push(step)
  }
}
