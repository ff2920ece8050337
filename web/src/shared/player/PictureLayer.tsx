import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

type Host = RefObject<HTMLElement | null>

/**
 * Return the element that goes full screen: Plyr's, or the player as long as Plyr is not there. Not the host itself,
 * whose content is replaced with each video.
 */
export function usePictureContainer(host: Host): Element | null {
  const [container, setContainer] = useState<Element | null>(null)
  useLayoutEffect(
    () => setContainer(host.current?.querySelector('.plyr') ?? host.current?.parentElement ?? null),
    [host],
  )
  return container
}

/** Shows its children over the picture, in full screen too. */
export function PictureLayer({ host, children }: { host: Host; children: ReactNode }) {
  const container = usePictureContainer(host)
  return container && createPortal(<div className="picture-layer">{children}</div>, container)
}
