import { useSyncExternalStore } from 'react'

/** Media query for phones and tablets. */
export const TOUCH_QUERY = '(pointer: coarse)'

/** Return whether the window matches a media query, and update when the result changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    onChange => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
