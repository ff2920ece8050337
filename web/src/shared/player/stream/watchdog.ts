/**
 * Counts how long a viewer has been waiting. It counts its own ticks instead of reading a clock, so
 * that a laptop that slept, or a throttled background tab, does not wake to a false alarm.
 */
export class Watchdog {
  private waitedSeconds = 0
  private playedSeconds = 0

  constructor(
    private readonly limit = 20,
    private readonly healthyAfter = 30,
  ) {}

  /** One second went by; answers what is due now. */
  tick(waiting: boolean, moving: boolean): 'stalled' | 'healthy' | null {
    this.waitedSeconds = waiting ? this.waitedSeconds + 1 : 0
    this.playedSeconds = moving ? this.playedSeconds + 1 : 0
    if (this.waitedSeconds >= this.limit) {
      this.waitedSeconds = 0
      return 'stalled'
    }
    return this.playedSeconds === this.healthyAfter ? 'healthy' : null
  }
}

/**
 * Tells when a live stream has run dry: what there is has been seen, and nothing new comes. One that
 * comes a few seconds late is not talked about.
 */
export class DryStreamDetector {
  private stalledSeconds = 0

  constructor(
    private readonly notify: (is: boolean) => void,
    private readonly threshold = 4,
  ) {}

  /** One second went by. */
  tick(dry: boolean): void {
    const isStalled = this.stalledSeconds >= this.threshold
    this.stalledSeconds = dry ? this.stalledSeconds + 1 : 0
    if (isStalled !== this.stalledSeconds >= this.threshold) this.notify(!isStalled)
  }
}
