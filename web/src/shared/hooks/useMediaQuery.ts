import { useSyncExternalStore } from 'react'

/** Phones and tablets, held in the hand. */
export const TOUCH_QUERY = '(pointer: coarse)'

/** Whether the window answers to a media query, now and as it changes. */
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
