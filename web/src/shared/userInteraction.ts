/** What a person does on a page. One that scrolls by itself, or that nobody looks at, hears none of it. */
const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'] as const

let hasInteracted = false
const listeners = new Set<() => void>()

/** Whether somebody has pressed, moved or typed anything on this page so far. */
export function hasUserInteracted(): boolean {
  // Before this script came as well, where the browser knows.
  hasInteracted ||= navigator.userActivation?.hasBeenActive ?? false
  return hasInteracted
}

/** Calls `then` at the first sign of somebody, at once where there was one; answers what takes that back. */
export function onFirstInteraction(then: () => void): () => void {
  if (hasUserInteracted()) {
    then()
    return () => undefined
  }
  if (listeners.size === 0)
    for (const sign of INTERACTION_EVENTS) addEventListener(sign, handleInteraction, LISTENER_OPTIONS)
  listeners.add(then)
  return () => void listeners.delete(then)
}

const LISTENER_OPTIONS = { capture: true, passive: true }

function handleInteraction(event: Event): void {
  if (event.type === 'pointermove' && !isPointerMove(event as PointerEvent)) return
  hasInteracted = true
  for (const sign of INTERACTION_EVENTS) removeEventListener(sign, handleInteraction, LISTENER_OPTIONS)
  const current = [...listeners]
  listeners.clear()
  for (const then of current) then()
}

let lastPointerPosition: string | null = null

/** Whether it has been elsewhere before: a page that comes up under a mouse that lies still is told where that lies. */
function isPointerMove({ clientX, clientY }: PointerEvent): boolean {
  const before = lastPointerPosition
  lastPointerPosition = `${clientX} ${clientY}`
  return before !== null && before !== lastPointerPosition
}
