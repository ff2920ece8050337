/** Once the browser has nothing better to do, or after 1 s: a slide that moves lets it have no rest. Safari before 26 does not tell. */
export function whenIdle(then: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then, { timeout: 1_000 })
  else setTimeout(then)
}
