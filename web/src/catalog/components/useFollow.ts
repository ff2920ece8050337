import { useRef, useState } from 'react'

export interface Follow {
  /** The live stream plays, to its last picture, though the recording may be there by then. */
  live: boolean
  /** The viewer has seen the end of the live stream. */
  over: boolean
  /** The viewer chose to see it from the start. */
  again: boolean
  /** The live stream has come to its end. */
  end(): void
  watchAgain(): void
  /** The live stream goes on after its end: it was reopened. */
  goOn(): void
}

/** Follows a viewer from a live stream to its recording. `isLive`: there is a live stream to watch now. */
export function useFollow(isLive: boolean): Follow {
  const [part, setPart] = useState<'first' | 'over' | 'again'>('first')
  const began = useRef(false)
  if (isLive) began.current = true
  return {
    live: began.current && part === 'first',
    over: part === 'over',
    again: part === 'again',
    end: () => setPart('over'),
    watchAgain: () => setPart('again'),
    goOn: () => setPart('first'),
  }
}
