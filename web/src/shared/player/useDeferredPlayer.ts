import { type RefObject, useEffect, useRef, useState } from 'react'
import { useHasInteracted } from '@/shared/hooks/useHasInteracted'
import { whenIdle } from '@/shared/loading/whenIdle'

export interface DeferredPlayer {
  /** The player waits for somebody. */
  isDeferred: boolean
  /** A button stands in its place, which nobody has pressed yet. */
  isButtonShown: boolean
  button: RefObject<HTMLButtonElement | null>
  /** Play was pressed before there was a player. */
  isPlayRequested: RefObject<boolean>
  /** Play is pressed. */
  press(): void
  /** The player stands in `host`, and has been told what was asked: it takes the focus over. */
  handOver(host: HTMLElement | null): void
}

/**
 * A player that comes once somebody is there (docs/decisions/0044). `load` fetches what it needs, while nobody is
 * kept waiting by that.
 */
export function useDeferredPlayer(wanted: boolean, load: () => Promise<unknown>): DeferredPlayer {
  const here = useHasInteracted()
  const [pressed, setPressed] = useState(false)
  const [shown, setShown] = useState(wanted && !here)
  const button = useRef<HTMLButtonElement>(null)
  const isRequested = useRef(false)
  const loading = useRef(load)
  const rests = wanted && !here && !pressed

  useEffect(() => {
    // Should it not come, that is told when the player is wanted.
    if (rests) whenIdle(() => void loading.current().catch(() => undefined))
  }, [rests])

  const press = () => {
    isRequested.current = true
    setPressed(true)
    setShown(false)
  }
  const over = (host: HTMLElement | null) => {
    const { activeElement: focused, body } = document
    const next = (selector: string) =>
      host?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
    // The button went with the press.
    if (isRequested.current && focused === body) next('.plyr')
    if (button.current && focused === button.current) next('.plyr__control--overlaid')
    isRequested.current = false
    setShown(false)
  }
  return {
    isDeferred: rests,
    isButtonShown: shown,
    button,
    isPlayRequested: isRequested,
    press,
    handOver: over,
  }
}
