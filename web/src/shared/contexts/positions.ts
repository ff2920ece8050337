import { createContext } from 'react'
import type { ContentRef } from './slots'

/** Saves positions in videos. Live streams are never reported, because they have no position to return to. */
export interface Positions {
  /** Whether positions are saved for this viewer. Otherwise every video starts at the beginning. */
  readonly isEnabled: boolean
  /** Return the position of this viewer in seconds, 0 for the start. Waits only briefly for the response. */
  getStart(content: ContentRef): Promise<number>
  /** Report the current position. The player calls this several times a second. */
  update(content: ContentRef, seconds: number, duration: number): void
  /** Report that playback stopped. */
  stop(): void
}

/** The saved positions. By default every video starts at the beginning. */
export const PositionsContext = createContext<Positions>({
  isEnabled: false,
  getStart: async () => 0,
  update: () => undefined,
  stop: () => undefined,
})
