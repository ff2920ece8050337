import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { ScreenRoute } from '@/shared/screens'
import { isWanted, type Way, wayOn } from './guards'
import { usePathBefore } from './Onward'
import type { RootStore } from './RootStore'

type Here = { route: ScreenRoute; params: Readonly<Record<string, string | undefined>> } | null

/** Asks the guards about the address, and remembers it as the last visited page (§2); where to go instead, or null. */
export function useVisit(root: RootStore, here: Here): Way | null {
  const { pathname, search } = useLocation()
  const from = usePathBefore(pathname)
  const { viewer, goal } = root
  const way = wayOn({ path: pathname, from, viewer, goal })
  const wanted = isWanted(way)

  useEffect(() => {
    if (!here || here.route.bare || (here.route.forget && !wanted)) return
    root.lastVisited.record({ path: pathname, query: search, params: here.params }, wanted)
  }, [root, here, pathname, search, wanted])
  // A visit is a path: filters of a list are not told, nor who was led elsewhere.
  useEffect(() => {
    if (here && !way) root.telling.tell('page', { path: pathname })
  }, [root, here !== null, way === null, pathname])
  // Whoever may stay has arrived.
  useEffect(() => {
    if (!way) root.arrive()
  }, [root, way, pathname])
  return way
}
