import { deviceNow } from '@/shared/clock'
import { MINUTE_MS } from '@/shared/constants'

/** Milliseconds by which the device's clock may run ahead of the monotonic one. More means that the device slept. */
const SLEEP_MS = 2500
/** A response is taken if its round trip is at most this many times the shortest one. */
const MAX_ROUND_TRIP = 1.5
/** Milliseconds after which every response is taken: clocks drift. */
const MAX_AGE_MS = MINUTE_MS

interface Anchor {
  server: number
  monotonic: number
  device: number
  roundTrip: number
}

/**
 * The server's clock in milliseconds since 1970, which orders what several scorers press.
 *
 * It follows the `now_ms` of responses, of which those with the shortest round trips are the most exact. Between them
 * it follows the browser's monotonic clock, and never goes back. A page that starts offline takes the difference to
 * the device's clock that was saved last.
 */
export class ServerClock {
  private anchor: Anchor
  private last = 0

  constructor(
    savedOffset = 0,
    private readonly monotonic: () => number = () => performance.now(),
    private readonly device: () => number = deviceNow,
  ) {
    const now = device()
    const roundTrip = Number.POSITIVE_INFINITY
    this.anchor = { server: now + savedOffset, monotonic: monotonic(), device: now, roundTrip }
  }

  /** The difference to the device's clock. */
  get offset(): number {
    return Math.round(this.read() - this.device())
  }

  now(): number {
    this.last = Math.max(this.last, Math.round(this.read()))
    return this.last
  }

  /** Return the start of a request, for `sync`. */
  startRequest(): number {
    return this.monotonic()
  }

  /** Take the server's time from the response to a request. */
  sync(nowMs: number, requestedAt: number): void {
    const monotonic = this.monotonic()
    const roundTrip = monotonic - requestedAt
    const isFresh = monotonic - this.anchor.monotonic < MAX_AGE_MS
    if (isFresh && roundTrip > this.anchor.roundTrip * MAX_ROUND_TRIP) return
    this.anchor = { server: nowMs + roundTrip / 2, monotonic, device: this.device(), roundTrip }
  }

  private read(): number {
    const elapsed = this.monotonic() - this.anchor.monotonic
    const deviceElapsed = this.device() - this.anchor.device
    // The monotonic clock of some browsers stops while the device sleeps.
    return this.anchor.server + (deviceElapsed - elapsed > SLEEP_MS ? deviceElapsed : elapsed)
  }
}
