import { useEffect, useRef } from 'react'

/** For the heading of a step that takes another's place: the focus goes there with the viewer. */
export function useFocusOnShow<Element extends HTMLElement>() {
  const place = useRef<Element>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return place
}
