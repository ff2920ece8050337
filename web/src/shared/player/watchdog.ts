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

/**
 * Tells when a live stream has run dry: what there is has been seen, and nothing new comes. One that
 * comes a few seconds late is not talked about.
 */
export class DryStream {
  private stood = 0

  constructor(
    private readonly tell: (is: boolean) => void,
    private readonly patience = 4,
  ) {}

  /** One second went by. */
  tick(dry: boolean): void {
    const told = this.stood >= this.patience
    this.stood = dry ? this.stood + 1 : 0
    if (told !== this.stood >= this.patience) this.tell(!told)
  }
}
