import { matchPath } from 'react-router'

/** A navigation and the data that the guards need. */
export interface Navigation {
  path: string
  /** The previous path on this site since the page load, or null. */
  previousPath: string | null
  viewer: { readonly id: number | null; readonly hasTemporaryPassword: boolean }
  /** Path to open after a login or logout (`RootStore.returnPath`). */
  returnPath: string | null
}

/** A redirect that replaces the current path, or one step back in the history. */
export type Redirect = { to: string } | 'back'

const LOG_IN_PATHS = ['/login', '/registration']
const VISITOR_PATHS = [
  ...LOG_IN_PATHS,
  '/password-reset-request',
  '/password-reset',
  '/auth/login/:provider/callback',
]
const VIEWER_PATHS = ['/profile/*', '/gifts', '/buy', '/studio/*']
const EDIT_PROFILE_PATH = '/profile/edit'

/** Send a viewer with a temporary password to the profile to choose a new password. */
export function requirePasswordChange({ viewer, path }: Navigation): Redirect | null {
  return viewer.hasTemporaryPassword && path !== EDIT_PROFILE_PATH ? { to: EDIT_PROFILE_PATH } : null
}

/** Send a logged-in viewer away from the login pages: to the return path after a login, or else home. */
export function redirectFromLogIn({ viewer, path, returnPath }: Navigation): Redirect | null {
  return viewer.id !== null && matchesAny(VISITOR_PATHS, path) ? { to: returnPath ?? '/' } : null
}

/**
 * Send a visitor who returns from login to checkout without logging in one step back. Otherwise, login and checkout
 * would redirect to each other forever.
 */
export function leaveCheckout({ viewer, path, previousPath }: Navigation): Redirect | null {
  return viewer.id === null && path === '/buy' && matchesAny(LOG_IN_PATHS, previousPath) ? 'back' : null
}

/** Send a visitor from a viewer's page to the login, or home after a logout. */
export function requireLogIn({ viewer, path, returnPath }: Navigation): Redirect | null {
  return viewer.id === null && matchesAny(VIEWER_PATHS, path) ? { to: returnPath ?? '/login' } : null
}

/** Return the redirect of the first guard that objects (§2), or null. */
export function findRedirect(navigation: Navigation): Redirect | null {
  return (
    requirePasswordChange(navigation) ??
    redirectFromLogIn(navigation) ??
    leaveCheckout(navigation) ??
    requireLogIn(navigation)
  )
}

/** Return whether a redirect leads to the login. The viewer then returns to the current path after login. */
export function isLogInRedirect(redirect: Redirect | null): boolean {
  return redirect !== null && redirect !== 'back' && redirect.to === LOG_IN_PATHS[0]
}

function matchesAny(paths: readonly string[], path: string | null): boolean {
  return path !== null && paths.some(pattern => matchPath(pattern, path))
}
