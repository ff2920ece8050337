import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { ScreenRoute } from '@/shared/loading/screens'
import { usePreviousPath } from './GuardRedirect'
import { findRedirect, isLogInRedirect, type Redirect } from './guards'
import type { RootStore } from './RootStore'

type CurrentRoute = { route: ScreenRoute; params: Readonly<Record<string, string | undefined>> } | null

/** Asks the guards about the address, and remembers it as the last visited page (§2); where to go instead, or null. */
export function useRouteGuard(root: RootStore, here: CurrentRoute): Redirect | null {
  const { pathname, search } = useLocation()
  const from = usePreviousPath(pathname)
  const { viewer, returnPath: goal } = root
  const way = findRedirect({ path: pathname, previousPath: from, viewer, returnPath: goal })
  const wanted = isLogInRedirect(way)

  useEffect(() => {
    if (!here || here.route.isBare || (here.route.isUnrecorded && !wanted)) return
    root.lastVisited.record({ path: pathname, query: search, params: here.params }, wanted)
  }, [root, here, pathname, search, wanted])
  // A visit is a path: filters of a list are not told, nor who was led elsewhere.
  useEffect(() => {
    if (here && !way) root.telemetry.emit('page', { path: pathname })
  }, [root, here !== null, way === null, pathname])
  // Whoever may stay has arrived.
  useEffect(() => {
    if (!way) root.clearReturnPath()
  }, [root, way, pathname])
  return way
}
