import { useRef, useState } from 'react'

export interface LiveToRecording {
  /** The live stream plays, to its last picture, though the recording may be there by then. */
  isLive: boolean
  /** The viewer has seen the end of the live stream. */
  hasEnded: boolean
  /** The viewer chose to see it from the start. */
  isRewatching: boolean
  /** The live stream has come to its end. */
  handleEnd(): void
  watchAgain(): void
  /** The live stream goes on after its end: it was reopened. */
  resumeLive(): void
}

/** Follows a viewer from a live stream to its recording. `isLive`: there is a live stream to watch now. */
export function useLiveToRecording(isLive: boolean): LiveToRecording {
  const [part, setPart] = useState<'first' | 'over' | 'again'>('first')
  const began = useRef(false)
  if (isLive) began.current = true
  return {
    isLive: began.current && part === 'first',
    hasEnded: part === 'over',
    isRewatching: part === 'again',
    handleEnd: () => setPart('over'),
    watchAgain: () => setPart('again'),
    resumeLive: () => setPart('first'),
  }
}
