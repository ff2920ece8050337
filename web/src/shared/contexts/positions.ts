import { createContext } from 'react'
import type { ContentRef } from './slots'

/** Keeps where somebody is in what they watch. Live streams are not told: they have no place to go back to. */
export interface Positions {
  /** Whether there is anybody to keep them for; everything of others begins at its start. */
  readonly isEnabled: boolean
  /** Seconds where this viewer stopped, 0 for the start; waits for an answer no longer than a viewer would. */
  getStart(what: ContentRef): Promise<number>
  /** Watching is here; told several times a second. */
  update(what: ContentRef, seconds: number, duration: number): void
  /** Nothing is watched any more. */
  stop(): void
}

/** Without the app's, everything begins at its start. */
export const PositionsContext = createContext<Positions>({
  isEnabled: false,
  getStart: async () => 0,
  update: () => undefined,
  stop: () => undefined,
})
