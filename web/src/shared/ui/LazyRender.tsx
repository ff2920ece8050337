import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Distance from the viewport at which content renders. */
const ROOT_MARGIN = '600px'

interface Props {
  /** The placeholder, with the same height as the content. */
  fallback: ReactNode
  children: ReactNode
}

/** A part of a long page that renders when it comes near the viewport, and then stays. */
export function LazyRender({ fallback, children }: Props) {
  const placeholder = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)

  useEffect(() => {
    if (!placeholder.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) setIsNear(true)
      },
      { rootMargin: ROOT_MARGIN },
    )
    observer.observe(placeholder.current)
    return () => observer.disconnect()
  }, [isNear])
  return isNear ? (
    children
  ) : (
    <div ref={placeholder} className="lazy-placeholder">
      {fallback}
    </div>
  )
}
