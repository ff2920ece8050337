import { serverNow } from '@/shared/clock'

const SECOND_MS = 1_000
/** Renew a signature this long before it expires. */
const RENEW_AHEAD_MS = 120 * SECOND_MS
/** The first wait for a signature that seems to end soon. Each further wait is twice as long. */
const FIRST_WAIT_MS = 5 * SECOND_MS
const LONGEST_WAIT_MS = 300 * SECOND_MS
/** The longest delay of `setTimeout`. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/**
 * When to renew the signatures of a stream. One that still ends soon after its renewal was not given longer, or the
 * clock of the device is wrong. Then the waits get longer, so that no player sends requests without end.
 */
export class RenewalTimes {
  private shortWaits = 0

  /** Return the milliseconds until the renewal of a new signature; null if it never expires. */
  next(expiresAt: Date | null): number | null {
    if (!expiresAt) return null
    const left = expiresAt.getTime() - serverNow()
    if (left > RENEW_AHEAD_MS + FIRST_WAIT_MS) {
      this.shortWaits = 0
      return Math.min(left - RENEW_AHEAD_MS, MAX_TIMEOUT_MS)
    }
    const wait = Math.min(FIRST_WAIT_MS * 2 ** this.shortWaits, LONGEST_WAIT_MS)
    const isFirst = this.shortWaits === 0
    this.shortWaits += 1
    return isFirst ? wait : Math.max(wait, left)
  }
}
