import { reaction } from 'mobx'
import { type RefObject, useEffect } from 'react'
import type { MultiViewStore } from '../../stores/multiview/MultiViewStore'

/** Fill the screen while a game fills the page, if the browser can. Its own way back leaves both. */
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
    document.addEventListener('fullscreenchange', handleChange)
    return () => {
      stop()
      document.removeEventListener('fullscreenchange', handleChange)
    }
  }, [store, stage])
}
