/** A fault that a stream reports. */
export type Fault = 'forbidden' | 'missing' | 'network' | 'media' | 'unsupported' | 'stalled'

/** The reason of a failure that the viewer sees. Each has a message in `texts.ts`. */
export type FailureReason =
  | 'offline'
  | 'expired'
  | 'denied'
  | 'notFound'
  | 'unreachable'
  | 'unsupported'
  | 'broken'

/** The next step after a fault: get a new URL, restart the decoder, or show a message. */
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
 * Decides the next step after a fault: one new URL, one decoder restart, then an error message. After a period of
 * smooth playback both steps are available again, so that a long event survives several faults.
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
    const isRenewable = fault === 'forbidden' || fault === 'network' || fault === 'media'
    if (isRenewable && !this.hasRenewed) {
      this.hasRenewed = true
      return 'renew'
    }
    return { fail: REASON_OF_FAULT[fault] }
  }

  /** Allow both steps again, after a period of smooth playback. */
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

/** Return the reason to show for a fault when no steps are left. */
export const failureReason = (fault: Fault): FailureReason => REASON_OF_FAULT[fault]
