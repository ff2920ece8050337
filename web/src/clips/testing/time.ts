import type { Sleep } from '../stores/ClipProgress'

/** A clock that stands still until a test lets it go on: who sleeps, and how long. */
export class Clock {
  readonly waits: number[] = []
  private readonly sleepers: (() => void)[] = []

  readonly sleep: Sleep = milliseconds => {
    this.waits.push(milliseconds)
    return new Promise(resolve => this.sleepers.push(resolve))
  }

  /** Wakes whoever sleeps, and lets them do what they woke for. */
  async tick(): Promise<void> {
    await settled()
    for (const wake of this.sleepers.splice(0)) wake()
    await settled()
  }
}

/** Everything that waits for no clock is done. */
export const settled = () => new Promise<void>(resolve => setTimeout(resolve))
