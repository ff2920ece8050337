import { useRef, useState } from 'react'

/** The part of an event that the viewer watches: the live stream, its end, or the recording. */
export interface LiveToRecording {
  /** Whether the live stream plays. It plays to its last frame, even if the recording is ready. */
  isLive: boolean
  /** Whether the viewer has reached the end of the live stream. */
  hasEnded: boolean
  /** Whether the viewer chose to watch the event from the start. */
  isRewatching: boolean
  /** Called when the live stream ends. */
  handleEnd(): void
  watchAgain(): void
  /** Called when an ended live stream is reopened. */
  resumeLive(): void
}

/** Track a viewer from a live stream to its recording. `isLive` says if a live stream is available now. */
export function useLiveToRecording(isLive: boolean): LiveToRecording {
  const [phase, setPhase] = useState<'first' | 'over' | 'again'>('first')
  const hasBeenLive = useRef(false)
  if (isLive) hasBeenLive.current = true
  return {
    isLive: hasBeenLive.current && phase === 'first',
    hasEnded: phase === 'over',
    isRewatching: phase === 'again',
    handleEnd: () => setPhase('over'),
    watchAgain: () => setPhase('again'),
    resumeLive: () => setPhase('first'),
  }
}
