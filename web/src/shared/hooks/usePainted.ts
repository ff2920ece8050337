import { useSyncExternalStore } from 'react'

/** A browser that has no rest within this time is not waited for any longer. */
const PATIENCE_MS = 2_000

let painted = false
let waiting = false
const listeners = new Set<() => void>()

function tell(): void {
  painted = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!waiting) {
    waiting = true
    // Safari before 26 has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(tell, { timeout: PATIENCE_MS })
    else setTimeout(tell)
  }
  return () => listeners.delete(listener)
}

/** Whether the first screen was painted: what can come later comes after that, and from then on at once. */
export function usePainted(): boolean {
  return useSyncExternalStore(subscribe, () => painted)
}
