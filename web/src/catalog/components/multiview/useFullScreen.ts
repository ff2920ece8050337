import { reaction } from 'mobx'
import { type RefObject, useEffect } from 'react'
import type { MultiViewStore } from '../../stores/multiview/MultiViewStore'

/**
 * Fill the screen while a game fills the page, if the browser can. Its own way back leaves both. Use it in an observer.
 */
export function useFullScreen(store: MultiViewStore, stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const stop = reaction(
      () => store.fullId !== null,
      isFull => {
        if (isFull) void stage.current?.requestFullscreen?.().catch(() => undefined)
        else if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
      },
    )
    const handleChange = () => {
      if (!document.fullscreenElement && store.fullId !== null) store.back()
    }
    // The way back works wherever the focus is.
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && store.fullId !== null) store.back()
    }
    document.addEventListener('fullscreenchange', handleChange)
    document.addEventListener('keydown', handleKey)
    return () => {
      stop()
      document.removeEventListener('keydown', handleKey)
      document.removeEventListener('fullscreenchange', handleChange)
    }
  }, [store, stage])
  const { fullId } = store
  // The picture that had the focus may be hidden now, and the keys with it.
  useEffect(() => {
    if (fullId === null) return
    stage.current?.querySelector<HTMLElement>('[data-full] button')?.focus({ preventScroll: true })
  }, [stage, fullId])
}
