import { createContext, use } from 'react'

/**
 * The spoiler shield: hides scores and results of events from this viewer.
 *
 * Check it before you show a score, a winner or an image of an event. Its values are observable:
 * read them inside an `observer`.
 */
export interface Spoilers {
  /** Whether this viewer hides all results. Check it before you show a summary of events, such as a team's record. */
  readonly isEnabled: boolean
  /** Return whether the result of this event is hidden. */
  isHidden(eventId: number): boolean
  /** Show the result of one event until the page is closed. */
  reveal(eventId: number): void
}

/** The spoiler shield of the app. The default hides nothing. */
export const SpoilerContext = createContext<Spoilers>({
  isEnabled: false,
  isHidden: () => false,
  reveal: () => undefined,
})

/** Return the spoiler shield. */
export const useSpoilers = (): Spoilers => use(SpoilerContext)
