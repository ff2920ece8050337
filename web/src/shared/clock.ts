/**
 * The server's time. Use this clock for the server's timestamps (a start, an expiry, a countdown). The device's clock
 * may be hours wrong. A law forbids `Date.now()` elsewhere.
 *
 * The clock reads the `Date` header of responses that no cache may store. Between responses it uses the browser's
 * monotonic clock. Before the first such response, it uses the device's clock.
 */
interface ClockSync {
  /** Milliseconds since the epoch on the server. */
  server: number
  /** `performance.now()` at that instant. */
  monotonicAt: number
}

/** Smaller differences are ignored: `Date` has whole seconds, and a response takes time. */
const TOLERANCE_MS = 2000

let lastSync: ClockSync | null = null

/** Return the server's current time in milliseconds since the epoch. */
export function serverNow(): number {
  return lastSync ? lastSync.server + (performance.now() - lastSync.monotonicAt) : Date.now()
}

/** Return the device's current time. Use it only for values that this browser writes and reads. */
export const deviceNow = (): number => Date.now()

/** Update the clock from a response. `requestedAt` is the `performance.now()` of its request. */
export function syncServerTime(headers: Headers, requestedAt: number): void {
  if (!headers.get('Cache-Control')?.includes('no-store')) return
  const date = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(date)) return
  const now = performance.now()
  // The server read its clock between request and response. `Date` drops half a second on average.
  const server = date + 500 + (now - requestedAt) / 2
  if (lastSync && Math.abs(serverNow() - server) < TOLERANCE_MS) return
  lastSync = { server, monotonicAt: now }
}

/** Reset the clock (for tests). */
export function resetServerTime(): void {
  lastSync = null
}
