/**
 * The server's time. Instants of the server (a start, an expiry, a countdown) are measured by this clock,
 * never by the device's, which may be hours wrong. A law forbids `Date.now()` elsewhere.
 *
 * It is learned from the `Date` header of answers that no cache may keep, and goes on by the monotonic clock of
 * the browser. Until the first such answer it is the device's clock.
 */
interface ClockSync {
  /** Milliseconds since the epoch, by the server. */
  server: number
  /** `performance.now()` at that instant. */
  monotonicAt: number
}

/** `Date` is whole seconds, and an answer takes time: smaller differences are no news. */
const TOLERANCE_MS = 2000

let lastSync: ClockSync | null = null

/** The present instant by the server, in milliseconds since the epoch. */
export function serverNow(): number {
  return lastSync ? lastSync.server + (performance.now() - lastSync.monotonicAt) : Date.now()
}

/** The present instant by the device: for what this browser alone writes and reads again. */
export const deviceNow = (): number => Date.now()

/** Learn from an answer that was asked for at `asked` (`performance.now()`). */
export function syncServerTime(headers: Headers, requestedAt: number): void {
  if (!headers.get('Cache-Control')?.includes('no-store')) return
  const date = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(date)) return
  const now = performance.now()
  // The server looked at its clock between question and answer, and left out half a second on average.
  const server = date + 500 + (now - requestedAt) / 2
  if (lastSync && Math.abs(serverNow() - server) < TOLERANCE_MS) return
  lastSync = { server, monotonicAt: now }
}

/** Forget what was learned (tests). */
export function resetServerTime(): void {
  lastSync = null
}
