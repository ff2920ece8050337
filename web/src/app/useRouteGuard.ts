import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { ScreenRoute } from '@/shared/loading/screens'
import { usePreviousPath } from './GuardRedirect'
import { findRedirect, isLogInRedirect, type Redirect } from './guards'
import type { RootStore } from './RootStore'

type CurrentRoute = { route: ScreenRoute; params: Readonly<Record<string, string | undefined>> } | null

/**
 * Check the guards for the current path, and record it as the last visited page (§2). Return the redirect, or null.
 */
export function useRouteGuard(root: RootStore, currentRoute: CurrentRoute): Redirect | null {
  const { pathname, search } = useLocation()
  const previousPath = usePreviousPath(pathname)
  const { viewer, returnPath } = root
  const redirect = findRedirect({ path: pathname, previousPath, viewer, returnPath })
  const isForLogIn = isLogInRedirect(redirect)

  useEffect(() => {
    if (!currentRoute || currentRoute.route.isBare || (currentRoute.route.isUnrecorded && !isForLogIn)) return
    root.lastVisited.record({ path: pathname, query: search, params: currentRoute.params }, isForLogIn)
  }, [root, currentRoute, pathname, search, isForLogIn])
  // A page view is a path. Changed filters and redirects emit no event.
  useEffect(() => {
    if (currentRoute && !currentRoute.route.isSecret && !redirect)
      root.telemetry.emit('page', { path: pathname })
  }, [root, currentRoute !== null, redirect === null, pathname])
  // A viewer who may stay has arrived, so the return path is done.
  useEffect(() => {
    if (!redirect) root.clearReturnPath()
  }, [root, redirect, pathname])
  return redirect
}
