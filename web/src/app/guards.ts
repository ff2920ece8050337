import { matchPath } from 'react-router'

/** Somebody at an address, and what decides whether they may stand there. */
export interface Navigation {
  path: string
  /** The address they were at before on this site, since the page was loaded. */
  previousPath: string | null
  viewer: { readonly id: number | null; readonly hasTemporaryPassword: boolean }
  /** Where they are led who have just come in or gone (`RootStore.goal`). */
  returnPath: string | null
}

/** To another address, which takes this one's place; or one step back in the history. */
export type Redirect = { to: string } | 'back'

const LOG_IN_PATHS = ['/login', '/registration']
const VISITOR_PATHS = [
  ...LOG_IN_PATHS,
  '/password-reset-request',
  '/password-reset',
  '/auth/login/:provider/callback',
]
const VIEWER_PATHS = ['/profile/*', '/buy', '/studio/*']
const EDIT_PROFILE_PATH = '/profile/edit'

/** Whoever has a temporary password chooses another before anything else. */
export function requirePasswordChange({ viewer, path }: Navigation): Redirect | null {
  return viewer.hasTemporaryPassword && path !== EDIT_PROFILE_PATH ? { to: EDIT_PROFILE_PATH } : null
}

/** Nobody logs in twice: who is logged in already goes home, who has just done so goes where they wanted to. */
export function redirectFromLogIn({ viewer, path, returnPath: goal }: Navigation): Redirect | null {
  return viewer.id !== null && matchesAny(VISITOR_PATHS, path) ? { to: goal ?? '/' } : null
}

/** A visitor who comes to buy from the log-in without having logged in goes back one step, or the two would send them to and fro. */
export function leaveCheckout({ viewer, path, previousPath: from }: Navigation): Redirect | null {
  return viewer.id === null && path === '/buy' && matchesAny(LOG_IN_PATHS, from) ? 'back' : null
}

/** What only a viewer has asks a visitor to log in; who has just logged out goes home. */
export function requireLogIn({ viewer, path, returnPath: goal }: Navigation): Redirect | null {
  return viewer.id === null && matchesAny(VIEWER_PATHS, path) ? { to: goal ?? '/login' } : null
}

/** The guards of the specification (§2), the first that objects; null where one may stay. */
export function findRedirect(arrival: Navigation): Redirect | null {
  return (
    requirePasswordChange(arrival) ??
    redirectFromLogIn(arrival) ??
    leaveCheckout(arrival) ??
    requireLogIn(arrival)
  )
}

/** Whether a visitor is on the way to the log-in because of this address, which they want to come back to. */
export function isLogInRedirect(way: Redirect | null): boolean {
  return way !== null && way !== 'back' && way.to === LOG_IN_PATHS[0]
}

function matchesAny(paths: readonly string[], path: string | null): boolean {
  return path !== null && paths.some(one => matchPath(one, path))
}
