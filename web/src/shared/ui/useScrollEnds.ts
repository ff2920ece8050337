import { type RefObject, useState } from 'react'

/**
 * Return whether a horizontal scroll container is at its start or end, as of the last call of `look`.
 *
 * `look` forces a layout of the container. Call it only after the viewer points at it.
 */
export function useScrollEnds(track: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true })

  const updateEnds = () => {
    const element = track.current
    if (!element) return
    const atStart = element.scrollLeft < 8
    const atEnd = element.scrollLeft + element.clientWidth > element.scrollWidth - 8
    setEnds(ends => (ends.atStart === atStart && ends.atEnd === atEnd ? ends : { atStart, atEnd }))
  }
  return { ...ends, look: updateEnds }
}
