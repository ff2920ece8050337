import { type RefObject, useEffect, useRef, useState } from 'react'
import { useHasInteracted } from '@/shared/hooks/useHasInteracted'
import { whenIdle } from '@/shared/loading/whenIdle'

export interface DeferredPlayer {
  /** Whether the player waits for the first interaction. */
  isDeferred: boolean
  /** Whether the placeholder play button is visible. It disappears when pressed. */
  isButtonShown: boolean
  button: RefObject<HTMLButtonElement | null>
  /** Whether the viewer pressed play before the player loaded. */
  isPlayRequested: RefObject<boolean>
  /** Handle a press on play. */
  requestPlay(): void
  /** Move the focus to the player that is now ready in `host`. */
  moveFocus(host: HTMLElement | null): void
}

/**
 * Defer a player until the first interaction (docs/decisions/0044). `load` fetches its chunk while the browser is
 * idle.
 */
export function useDeferredPlayer(isEnabled: boolean, load: () => Promise<unknown>): DeferredPlayer {
  const hasInteracted = useHasInteracted()
  const [isPressed, setIsPressed] = useState(false)
  const [isShown, setIsShown] = useState(isEnabled && !hasInteracted)
  const button = useRef<HTMLButtonElement>(null)
  const isPlayRequested = useRef(false)
  const loadRef = useRef(load)
  const isDeferred = isEnabled && !hasInteracted && !isPressed

  useEffect(() => {
    // Ignore a load error here. The player reports it when it mounts.
    if (isDeferred) whenIdle(() => void loadRef.current().catch(() => undefined))
  }, [isDeferred])

  const requestPlay = () => {
    isPlayRequested.current = true
    setIsPressed(true)
    setIsShown(false)
  }
  const moveFocus = (host: HTMLElement | null) => {
    const { activeElement: focused, body } = document
    const focus = (selector: string) =>
      host?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
    // The press removed the button, so the focus is on the body.
    if (isPlayRequested.current && focused === body) focus('.plyr')
    if (button.current && focused === button.current) focus('.plyr__control--overlaid')
    isPlayRequested.current = false
    setIsShown(false)
  }
  return {
    isDeferred,
    isButtonShown: isShown,
    button,
    isPlayRequested,
    requestPlay,
    moveFocus,
  }
}
