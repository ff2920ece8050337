import type { Sleep } from '@/shared/http/poll'

/** A clock that stands still until a test lets it go on: who sleeps, and how long. */
export class FakeClock {
  readonly sleepDurations: number[] = []
  private readonly sleepers: (() => void)[] = []

  readonly sleep: Sleep = milliseconds => {
    this.sleepDurations.push(milliseconds)
    return new Promise(resolve => this.sleepers.push(resolve))
  }

  /** Wakes whoever sleeps, `times` times, and lets them do what they woke for. */
  async wake(times = 1): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await flushPromises()
      for (const wake of this.sleepers.splice(0)) wake()
      await flushPromises()
    }
  }
}

/** Everything that waits for no clock is done. */
export const flushPromises = () => new Promise<void>(resolve => setTimeout(resolve))
