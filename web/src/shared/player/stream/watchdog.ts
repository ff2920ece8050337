/**
 * Counts how long a viewer has been waiting. It counts ticks instead of reading a clock. This avoids false alarms
 * after a laptop sleeps, or in a throttled background tab.
 */
export class Watchdog {
  private waitedSeconds = 0
  private playedSeconds = 0

  constructor(
    private readonly limit = 20,
    private readonly healthyAfter = 30,
  ) {}

  /** Count one second. Return what has been reached: a stall, smooth playback, or null. */
  tick(isWaiting: boolean, isMoving: boolean): 'stalled' | 'healthy' | null {
    this.waitedSeconds = isWaiting ? this.waitedSeconds + 1 : 0
    this.playedSeconds = isMoving ? this.playedSeconds + 1 : 0
    if (this.waitedSeconds >= this.limit) {
      this.waitedSeconds = 0
      return 'stalled'
    }
    return this.playedSeconds === this.healthyAfter ? 'healthy' : null
  }
}

/**
 * Reports when a live stream has run dry: the viewer is at its end and no new segments arrive. A delay of a few
 * seconds is not reported.
 */
export class DryStreamDetector {
  private stalledSeconds = 0

  constructor(
    private readonly notify: (isDry: boolean) => void,
    private readonly threshold = 4,
  ) {}

  /** Count one second, with or without new segments. */
  tick(isDry: boolean): void {
    const isStalled = this.stalledSeconds >= this.threshold
    this.stalledSeconds = isDry ? this.stalledSeconds + 1 : 0
    if (isStalled !== this.stalledSeconds >= this.threshold) this.notify(!isStalled)
  }
}
