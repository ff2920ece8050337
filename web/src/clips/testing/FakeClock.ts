import type { Sleep } from '../stores/ProcessingPoller'

/** A clock that stands still until a test lets it go on: who sleeps, and how long. */
export class FakeClock {
  readonly sleepDurations: number[] = []
  private readonly sleepers: (() => void)[] = []

  readonly sleep: Sleep = milliseconds => {
    this.sleepDurations.push(milliseconds)
    return new Promise(resolve => this.sleepers.push(resolve))
  }

  /** Wakes whoever sleeps, and lets them do what they woke for. */
  async wake(): Promise<void> {
    await flushPromises()
    for (const wake of this.sleepers.splice(0)) wake()
    await flushPromises()
  }
}

/** Everything that waits for no clock is done. */
export const flushPromises = () => new Promise<void>(resolve => setTimeout(resolve))
