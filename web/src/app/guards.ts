import { matchPath } from 'react-router'

/** Somebody at an address, and what decides whether they may stand there. */
export interface Arrival {
  path: string
  /** The address they were at before on this site, since the page was loaded. */
  from: string | null
  viewer: { readonly id: number | null; readonly hasTemporaryPassword: boolean }
  /** Where they are led who have just come in or gone (`RootStore.goal`). */
  goal: string | null
}

/** To another address, which takes this one's place; or one step back in the history. */
export type Way = { to: string } | 'back'

const LOG_IN = ['/login', '/registration']
const FOR_VISITORS = [
  ...LOG_IN,
  '/password-reset-request',
  '/password-reset',
  '/auth/login/:provider/callback',
]
const FOR_VIEWERS = ['/profile/*', '/buy', '/studio/*']
const EDIT_PROFILE = '/profile/edit'

/** Whoever has a temporary password chooses another before anything else. */
export function toOwnPassword({ viewer, path }: Arrival): Way | null {
  return viewer.hasTemporaryPassword && path !== EDIT_PROFILE ? { to: EDIT_PROFILE } : null
}

/** Nobody logs in twice: who is logged in already goes home, who has just done so goes where they wanted to. */
export function pastLogIn({ viewer, path, goal }: Arrival): Way | null {
  return viewer.id !== null && isOneOf(FOR_VISITORS, path) ? { to: goal ?? '/' } : null
}

/** A visitor who comes to buy from the log-in without having logged in goes back one step, or the two would send them to and fro. */
export function backFromBuying({ viewer, path, from }: Arrival): Way | null {
  return viewer.id === null && path === '/buy' && isOneOf(LOG_IN, from) ? 'back' : null
}

/** What only a viewer has asks a visitor to log in; who has just logged out goes home. */
export function toLogIn({ viewer, path, goal }: Arrival): Way | null {
  return viewer.id === null && isOneOf(FOR_VIEWERS, path) ? { to: goal ?? '/login' } : null
}

/** The guards of the specification (§2), the first that objects; null where one may stay. */
export function wayOn(arrival: Arrival): Way | null {
  return toOwnPassword(arrival) ?? pastLogIn(arrival) ?? backFromBuying(arrival) ?? toLogIn(arrival)
}

/** Whether a visitor is on the way to the log-in because of this address, which they want to come back to. */
export function isWanted(way: Way | null): boolean {
  return way !== null && way !== 'back' && way.to === LOG_IN[0]
}

function isOneOf(paths: readonly string[], path: string | null): boolean {
  return path !== null && paths.some(one => matchPath(one, path))
}
