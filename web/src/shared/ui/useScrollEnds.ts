import { type RefObject, useState } from 'react'

/**
 * Whether a track that scrolls sideways stands at its start or its end, as far as the last `look` has seen.
 *
 * Looking makes the browser lay the track out: nobody looks before somebody points at it.
 */
export function useScrollEnds(track: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true })

  const look = () => {
    const element = track.current
    if (!element) return
    const atStart = element.scrollLeft < 8
    const atEnd = element.scrollLeft + element.clientWidth > element.scrollWidth - 8
    setEnds(now => (now.atStart === atStart && now.atEnd === atEnd ? now : { atStart, atEnd }))
  }
  return { ...ends, look }
}
