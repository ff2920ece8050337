/** What a person does on a page. One that scrolls by itself, or that nobody looks at, hears none of it. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'] as const

let here = false
const waiting = new Set<() => void>()

/** Whether somebody has pressed, moved or typed anything on this page so far. */
export function isSomebodyHere(): boolean {
  // Before this script came as well, where the browser knows.
  here ||= navigator.userActivation?.hasBeenActive ?? false
  return here
}

/** Calls `then` at the first sign of somebody, at once where there was one; answers what takes that back. */
export function whenSomebodyIsHere(then: () => void): () => void {
  if (isSomebodyHere()) {
    then()
    return () => undefined
  }
  if (waiting.size === 0) for (const sign of SIGNS) addEventListener(sign, come, PASSIVE)
  waiting.add(then)
  return () => void waiting.delete(then)
}

const PASSIVE = { capture: true, passive: true }

function come(event: Event): void {
  if (event.type === 'pointermove' && !isMove(event as PointerEvent)) return
  here = true
  for (const sign of SIGNS) removeEventListener(sign, come, PASSIVE)
  const told = [...waiting]
  waiting.clear()
  for (const then of told) then()
}

let at: string | null = null

/** Whether it has been elsewhere before: a page that comes up under a mouse that lies still is told where that lies. */
function isMove({ clientX, clientY }: PointerEvent): boolean {
  const before = at
  at = `${clientX} ${clientY}`
  return before !== null && before !== at
}
