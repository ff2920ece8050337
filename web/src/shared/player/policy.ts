/** What went wrong, in the words of the stream. */
export type Fault = 'forbidden' | 'missing' | 'network' | 'media' | 'unsupported' | 'stalled'

/** What the viewer is told; each has a sentence in `texts.ts`. */
export type Reason = 'offline' | 'expired' | 'denied' | 'notFound' | 'unreachable' | 'unsupported' | 'broken'

/** Try a fresh address, try the decoder again, or tell the viewer. */
export type Step = 'renew' | 'recover' | { tell: Reason }

const TOLD: Record<Fault, Reason> = {
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
  private renewed = false
  private recovered = false

  next(fault: Fault, online: boolean): Step {
    if (!online && fault !== 'media' && fault !== 'unsupported') return { tell: 'offline' }
    if (fault === 'media' && !this.recovered) {
      this.recovered = true
      return 'recover'
    }
    const fresh = fault === 'forbidden' || fault === 'network' || fault === 'media'
    if (fresh && !this.renewed) {
      this.renewed = true
      return 'renew'
    }
    return { tell: TOLD[fault] }
  }

  /** The picture has moved for a good while. */
  healthy(): void {
    this.renewed = false
    this.recovered = false
  }
}

/** Seconds before a failed live stream is retried. The last delay repeats. */
const RETRY_DELAYS = [3, 6, 12, 30]
/** Failures that a live stream can recover from while it is on. */
const TRANSIENT: readonly Reason[] = ['unreachable', 'broken', 'notFound']

/** Decides when a failed live stream is retried without the viewer. */
export class LiveRetryPolicy {
  private retries = 0

  /**
   * Return the milliseconds before the next retry, or null when the failure is final. Each delay is lengthened at
   * random by up to half, so that viewers do not all reconnect at once.
   */
  next(reason: Reason): number | null {
    if (!TRANSIENT.includes(reason)) return null
    const seconds = RETRY_DELAYS[Math.min(this.retries, RETRY_DELAYS.length - 1)] ?? 0
    this.retries += 1
    return seconds * 1_000 * (1 + Math.random() / 2)
  }

  /** Start with the shortest delay again. */
  healthy(): void {
    this.retries = 0
  }
}

/** The reason that stands for a fault once nothing more is tried. */
export const reasonOf = (fault: Fault): Reason => TOLD[fault]
