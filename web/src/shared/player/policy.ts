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

/** The reason that stands for a fault once nothing more is tried. */
export const reasonOf = (fault: Fault): Reason => TOLD[fault]
