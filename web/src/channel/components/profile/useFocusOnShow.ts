import { useEffect, useRef } from 'react'

/** Return a ref for the heading of a new step. The heading gets the focus when the step appears. */
export function useFocusOnShow<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return ref
}
