import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below the window something is made ready. */
const ROOT_MARGIN = '600px'

interface Props {
  /** What keeps its room until then, as tall as what comes. */
  fallback: ReactNode
  children: ReactNode
}

/** A part of a long page that is made when it comes near the window, and stays. */
export function LazyRender({ fallback, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)

  useEffect(() => {
    if (!place.current) return
    const watch = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: ROOT_MARGIN },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [near])
  return near ? (
    children
  ) : (
    <div ref={place} className="lazy-placeholder">
      {fallback}
    </div>
  )
}
