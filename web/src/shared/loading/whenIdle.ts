/**
 * Call a function when the browser is idle, or after 1 s: an animated slide keeps the browser busy. Safari before 26
 * has no `requestIdleCallback`, so the call follows in a new task.
 */
export function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(callback, { timeout: 1_000 })
  else setTimeout(callback)
}
