import { type RefObject, useEffect, useState } from 'react'

/** Whether a track that scrolls sideways stands at its start or its end. `size` is what it holds. */
export function useScrollEnds(track: RefObject<HTMLElement | null>, size: number) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true })

  // More cards move the end.
  useEffect(() => {
    const element = track.current
    if (!element) return
    const look = () => {
      const atStart = element.scrollLeft < 8
      const atEnd = element.scrollLeft + element.clientWidth > element.scrollWidth - 8
      setEnds(now => (now.atStart === atStart && now.atEnd === atEnd ? now : { atStart, atEnd }))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const resize = new ResizeObserver(look)
    resize.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      resize.disconnect()
    }
  }, [track, size])

  return ends
}
