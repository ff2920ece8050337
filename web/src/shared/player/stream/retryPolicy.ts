/** What went wrong, in the words of the stream. */
export type Fault = 'forbidden' | 'missing' | 'network' | 'media' | 'unsupported' | 'stalled'

/** What the viewer is told; each has a sentence in `texts.ts`. */
export type FailureReason =
  | 'offline'
  | 'expired'
  | 'denied'
  | 'notFound'
  | 'unreachable'
  | 'unsupported'
  | 'broken'

/** Try a fresh address, try the decoder again, or tell the viewer. */
export type RecoveryStep = 'renew' | 'recover' | { fail: FailureReason }

const REASON_OF_FAULT: Record<Fault, FailureReason> = {
  forbidden: 'expired',
  missing: 'notFound',
  network: 'unreachable',
  stalled: 'unreachable',
  media: 'broken',
  unsupported: 'unsupported',
}

/**
 * Decides what follows a fault: one fresh address, one recovered decoder, then an honest sentence.
 * A stretch of good playing gives both chances back, so a long game survives more than one hiccup.
 */
export class ErrorPolicy {
  private hasRenewed = false
  private hasRecovered = false

  nextStep(fault: Fault, online: boolean): RecoveryStep {
    if (!online && fault !== 'media' && fault !== 'unsupported') return { fail: 'offline' }
    if (fault === 'media' && !this.hasRecovered) {
      this.hasRecovered = true
      return 'recover'
    }
    const fresh = fault === 'forbidden' || fault === 'network' || fault === 'media'
    if (fresh && !this.hasRenewed) {
      this.hasRenewed = true
      return 'renew'
    }
    return { fail: REASON_OF_FAULT[fault] }
  }

  /** The picture has moved for a good while. */
  reset(): void {
    this.hasRenewed = false
    this.hasRecovered = false
  }
}

/** Seconds before a failed live stream is retried. The last delay repeats. */
const RETRY_DELAYS = [3, 6, 12, 30]
/** Failures that a live stream can recover from while it is on. */
const TRANSIENT: readonly FailureReason[] = ['unreachable', 'broken', 'notFound']

/** Decides when a failed live stream is retried without the viewer. */
export class LiveRetryPolicy {
  private retries = 0

  /**
   * Return the milliseconds before the next retry, or null when the failure is final. Each delay is lengthened at
   * random by up to half, so that viewers do not all reconnect at once.
   */
  nextDelay(reason: FailureReason): number | null {
    if (!TRANSIENT.includes(reason)) return null
    const seconds = RETRY_DELAYS[Math.min(this.retries, RETRY_DELAYS.length - 1)] ?? 0
    this.retries += 1
    return seconds * 1_000 * (1 + Math.random() / 2)
  }

  /** Start with the shortest delay again. */
  reset(): void {
    this.retries = 0
  }
}

/** The reason that stands for a fault once nothing more is tried. */
export const failureReason = (fault: Fault): FailureReason => REASON_OF_FAULT[fault]
