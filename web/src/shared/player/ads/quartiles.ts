import type { AdEvent } from '@/shared/telemetry'

/** The share of the ad at which each event happens. */
const QUARTILES: readonly (readonly [share: number, event: AdEvent])[] = [
  [0.25, 'first_quartile'],
  [0.5, 'midpoint'],
  [0.75, 'third_quartile'],
  [1, 'complete'],
]

/** Reports each quartile of an ad once. */
export class QuartileReporter {
  private next = 0

  constructor(private readonly report: (event: AdEvent) => void) {}

  /** Report the quartiles up to a share of the ad, from 0 to 1. */
  progress(share: number): void {
    for (const [at, event] of QUARTILES.slice(this.next)) {
      if (share < at) return
      this.next += 1
      this.report(event)
    }
  }
}
