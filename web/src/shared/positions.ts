import { createContext } from 'react'
import type { Watched } from './parts'

/** Keeps where somebody is in what they watch. Live streams are not told: they have no place to go back to. */
export interface Positions {
  /** Whether there is anybody to keep them for; everything of others begins at its start. */
  readonly keeps: boolean
  /** Seconds where this viewer stopped, 0 for the start; waits for an answer no longer than a viewer would. */
  start(what: Watched): Promise<number>
  /** Watching is here; told several times a second. */
  at(what: Watched, seconds: number, duration: number): void
  /** Nothing is watched any more. */
  leave(): void
}

/** Without the app's, everything begins at its start. */
export const KeptPositions = createContext<Positions>({
  keeps: false,
  start: async () => 0,
  at: () => undefined,
  leave: () => undefined,
})
