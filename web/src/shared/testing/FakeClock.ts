import type { Sleep } from '@/shared/http/poll'

/** A clock that a test advances. It records all sleeps with their durations. */
export class FakeClock {
  readonly sleepDurations: number[] = []
  private readonly sleepers: (() => void)[] = []

  readonly sleep: Sleep = milliseconds => {
    this.sleepDurations.push(milliseconds)
    return new Promise(resolve => this.sleepers.push(resolve))
  }

  /** End all sleeps, `times` times, and run the code that waited for them. */
  async wake(times = 1): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await flushPromises()
      for (const wake of this.sleepers.splice(0)) wake()
      await flushPromises()
    }
  }
}

/** Run all code that does not wait for the clock. */
export const flushPromises = () => new Promise<void>(resolve => setTimeout(resolve))
