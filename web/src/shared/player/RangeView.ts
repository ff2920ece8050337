import type Plyr from 'plyr'
import type { PlayRange } from './range'

/** Show a range in Plyr's controls as if it were the complete video: the seek bar and the times cover the range. */
export function showRange(plyr: Plyr, video: HTMLVideoElement, { from, to }: PlayRange): void {
  const length = to - from
  const positionInRange = (at: number) => Math.min(length, Math.max(0, at - from))
  Object.defineProperties(plyr, {
    duration: { get: () => length },
    currentTime: {
      get: () => positionInRange(video.currentTime),
      set: (at: number) => {
        video.currentTime = from + Math.min(length, Math.max(0, at))
      },
    },
    buffered: {
      get: () => {
        const { buffered } = video
        const end = buffered.length ? buffered.end(buffered.length - 1) : from
        return positionInRange(end) / length
      },
    },
  })
}
