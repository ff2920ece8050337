/** Events that only a person triggers. A page that scrolls by itself or runs unattended fires none of them. */
const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'] as const

let hasInteracted = false
const listeners = new Set<() => void>()

/** Return whether the viewer has pressed, moved or typed anything on this page. */
export function hasUserInteracted(): boolean {
  // The browser may also know of input from before this script ran.
  hasInteracted ||= navigator.userActivation?.hasBeenActive ?? false
  return hasInteracted
}

/** Call `callback` at the first interaction, or at once if there was one. Return a function that cancels the call. */
export function onFirstInteraction(callback: () => void): () => void {
  if (hasUserInteracted()) {
    callback()
    return () => undefined
  }
  if (listeners.size === 0)
    for (const eventName of INTERACTION_EVENTS)
      addEventListener(eventName, handleInteraction, LISTENER_OPTIONS)
  listeners.add(callback)
  return () => void listeners.delete(callback)
}

const LISTENER_OPTIONS = { capture: true, passive: true }

function handleInteraction(event: Event): void {
  if (event.type === 'pointermove' && !isPointerMove(event as PointerEvent)) return
  hasInteracted = true
  for (const eventName of INTERACTION_EVENTS)
    removeEventListener(eventName, handleInteraction, LISTENER_OPTIONS)
  const current = [...listeners]
  listeners.clear()
  for (const callback of current) callback()
}

let lastPointerPosition: string | null = null

/**
 * Return whether the pointer has moved. A page that opens under a resting mouse also gets an event with its position.
 */
function isPointerMove({ clientX, clientY }: PointerEvent): boolean {
  const previousPosition = lastPointerPosition
  lastPointerPosition = `${clientX} ${clientY}`
  return previousPosition !== null && previousPosition !== lastPointerPosition
}
