/** How many chunks the rate is measured over. */
const MAX_SAMPLES = 8
/** Older samples say nothing about the line now. */
const MAX_AGE_MS = 20_000

interface Sample {
  bytes: number
  startedAt: number
  endedAt: number
}

/** Measures how many bits per second the line carries while something is sent. */
export class UploadRate {
  private samples: Sample[] = []

  /** Add a chunk that was sent between two times in milliseconds. Chunks may be sent at the same time. */
  add(bytes: number, startedAt: number, endedAt: number): void {
    this.samples = [...this.samples, { bytes, startedAt, endedAt: Math.max(startedAt + 1, endedAt) }].slice(
      -MAX_SAMPLES,
    )
  }

  /** Return the bits per second at the time `at`; null if nothing was sent in the last seconds. */
  at(at: number): number | null {
    const recent = this.samples.filter(({ endedAt }) => at - endedAt <= MAX_AGE_MS)
    if (recent.length === 0) return null
    const bytes = recent.reduce((sum, sample) => sum + sample.bytes, 0)
    return (bytes * 8000) / measureBusyTime(recent)
  }
}

/** Return the time in milliseconds in which at least one chunk was on its way. */
function measureBusyTime(samples: readonly Sample[]): number {
  let busy = 0
  let until = Number.NEGATIVE_INFINITY
  for (const { startedAt, endedAt } of [...samples].sort(
    (first, second) => first.startedAt - second.startedAt,
  )) {
    busy += Math.max(0, endedAt - Math.max(startedAt, until))
    until = Math.max(until, endedAt)
  }
  return busy
}
