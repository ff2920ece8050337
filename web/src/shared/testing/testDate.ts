/**
 * Every test begins at the same instant, and time goes on from there. A date without a year, "tonight" and
 * "tomorrow" therefore read the same on every day that the tests run.
 */
const START = Date.UTC(2026, 10, 24, 18)
const SystemDate = Date
const offset = START - SystemDate.now()

globalThis.Date = class extends SystemDate {
  constructor(...parts: unknown[]) {
    super(...((parts.length > 0 ? parts : [SystemDate.now() + offset]) as [number]))
  }

  static override now() {
    return SystemDate.now() + offset
  }
} as DateConstructor
