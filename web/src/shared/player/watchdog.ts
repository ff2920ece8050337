/**
 * Counts how long a viewer has been waiting. It counts its own ticks instead of reading a clock, so
 * that a laptop that slept, or a throttled background tab, does not wake to a false alarm.
 */
export class Watchdog {
  private waited = 0
  private moved = 0

  constructor(
    private readonly limit = 20,
    private readonly good = 30,
  ) {}

  /** One second went by; answers what is due now. */
  tick(waiting: boolean, moving: boolean): 'stalled' | 'healthy' | null {
    this.waited = waiting ? this.waited + 1 : 0
    this.moved = moving ? this.moved + 1 : 0
    if (this.waited >= this.limit) {
      this.waited = 0
      return 'stalled'
    }
    return this.moved === this.good ? 'healthy' : null
  }
}
