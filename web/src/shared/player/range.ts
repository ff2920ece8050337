/** A part of a stream, in seconds of its own clock: from the first picture of it up to, not with, `to`. */
export interface PlayRange {
  from: number
  to: number
}

/** What is assumed of a stream that does not say. */
export const DEFAULT_FRAME_RATE = 30

/** The middle of the first frame: where a clock that is rounded still shows it, and not the one before. */
export const firstFrameOf = ({ from }: PlayRange, rate: number): number => from + 0.5 / rate

/** The middle of the last frame. */
export const lastFrameOf = ({ from, to }: PlayRange, rate: number): number =>
  Math.max(from + 0.5 / rate, to - 0.5 / rate)

/** Whether the next frame after the one at `at` (its own time) would lie outside. */
export const isLastFrame = (at: number, { to }: PlayRange, rate: number): boolean => at + 1.5 / rate >= to
