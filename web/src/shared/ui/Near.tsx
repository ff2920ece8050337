import { type ReactNode, useEffect, useRef, useState } from 'react'
import './Near.css'

/** How far below the window something is made ready. */
const AHEAD = '600px'

/** A part of a long page that is made when it comes near the window, and stays; until then its room is kept. */
export function Near({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined')

  useEffect(() => {
    if (near || !place.current) return
    const watch = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: AHEAD },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [near])
  return near ? children : <div ref={place} className="near" />
}
