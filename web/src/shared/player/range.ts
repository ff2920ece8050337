/** A range of a stream, in seconds of the media clock. It includes `from` and excludes `to`. */
export interface PlayRange {
  from: number
  to: number
}

/** Frames per second of a stream without a stated frame rate. */
export const DEFAULT_FRAME_RATE = 30

/** Return the middle of the first frame. A rounded position there never shows the frame before it. */
export const firstFrameOf = ({ from }: PlayRange, rate: number): number => from + 0.5 / rate

/** Return the middle of the last frame. */
export const lastFrameOf = ({ from, to }: PlayRange, rate: number): number =>
  Math.max(from + 0.5 / rate, to - 0.5 / rate)

/** Return whether the frame at `at` seconds is the last one of the range. */
export const isLastFrame = (at: number, { to }: PlayRange, rate: number): boolean => at + 1.5 / rate >= to
