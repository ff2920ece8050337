import type Plyr from 'plyr'
import type { PlayRange } from './range'

/**
 * Plyr's controls over a part of a stream, as if it were all: the bar and the times run over the range.
 */
export function showRange(plyr: Plyr, video: HTMLVideoElement, { from, to }: PlayRange): void {
  const length = to - from
  const inside = (at: number) => Math.min(length, Math.max(0, at - from))
  Object.defineProperties(plyr, {
    duration: { get: () => length },
    currentTime: {
      get: () => inside(video.currentTime),
      set: (at: number) => {
        video.currentTime = from + Math.min(length, Math.max(0, at))
      },
    },
    buffered: {
      get: () => {
        const { buffered } = video
        const end = buffered.length ? buffered.end(buffered.length - 1) : from
        return inside(end) / length
      },
    },
  })
}
