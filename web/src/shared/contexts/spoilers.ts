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

/**
 * Return the planned length of an event in seconds if this viewer may not see how long its recording is: a long game had
 * overtime. Return null if its length may be shown. Pass the value to `Player`, and use the hook in an observer.
 */
export function useHiddenLengthPlan(event: { id: number; duration: number } | null): number | null {
  const spoilers = useSpoilers()
  return event !== null && spoilers.isHidden(event.id) ? event.duration : null
}
