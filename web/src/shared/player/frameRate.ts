import { USUAL_FRAME_RATE } from './range'

/** Rates that cameras and encoders have. */
const KNOWN = [24, 25, 30, 50, 60, 24000 / 1001, 30000 / 1001, 60000 / 1001]
/** So many frames are looked at before their distance is believed. */
const ENOUGH = 6
/** A rate that is so near to a known one is that one. */
const NEAR = 0.02

/** Counts how many frames a second has, from what the browser shows; the usual rate until it knows. */
export class FrameRate {
  private readonly steps: number[] = []
  private last: { mediaTime: number; presentedFrames: number } | null = null
  private handle = 0

  constructor(private readonly video: HTMLVideoElement) {
    if ('requestVideoFrameCallback' in video) this.next()
  }

  get value(): number {
    if (this.steps.length < ENOUGH) return USUAL_FRAME_RATE
    const middle = [...this.steps].sort((a, b) => a - b)[Math.floor(this.steps.length / 2)] ?? 0
    const counted = 1 / middle
    const off = (rate: number) => Math.abs(rate - counted)
    const nearest = KNOWN.reduce((best, rate) => (off(rate) < off(best) ? rate : best))
    return off(nearest) < NEAR * nearest ? nearest : counted
  }

  destroy(): void {
    if (this.handle) this.video.cancelVideoFrameCallback(this.handle)
  }

  private next(): void {
    this.handle = this.video.requestVideoFrameCallback((_, frame) => {
      this.count(frame)
      if (this.steps.length < 5 * ENOUGH) this.next()
    })
  }

  /** Frames that follow each other without one between; a jump is none. */
  private count(frame: { mediaTime: number; presentedFrames: number }): void {
    const { last } = this
    this.last = frame
    if (!last || frame.presentedFrames !== last.presentedFrames + 1 || this.video.seeking) return
    const step = frame.mediaTime - last.mediaTime
    if (step > 0.005 && step < 0.2) this.steps.push(step)
  }
}
