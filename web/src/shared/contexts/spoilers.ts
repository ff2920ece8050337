import { createContext, use } from 'react'

/**
 * The spoiler shield: whether scores and outcomes of a game are hidden from this viewer now.
 *
 * Whoever shows a score, who won, or a picture of what happened asks it first. What it answers is
 * observable: ask inside an `observer`.
 */
export interface Spoilers {
  /** Whether this viewer wants no outcomes at all: what tells of several games (a team's record) asks this. */
  readonly isEnabled: boolean
  /** Whether this game's outcome must not be seen. */
  isHidden(eventId: number): boolean
  /** Shows the outcome of one game, until the page is left for good. */
  reveal(eventId: number): void
}

/** Without the app's shield nothing is hidden. */
export const SpoilerContext = createContext<Spoilers>({
  isEnabled: false,
  isHidden: () => false,
  reveal: () => undefined,
})

/** The shield over this page. */
export const useSpoilers = (): Spoilers => use(SpoilerContext)
