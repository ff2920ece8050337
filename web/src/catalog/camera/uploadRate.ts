/** How many chunks the rate is measured over. */
const MAX_SAMPLES = 6
/** Older samples say nothing about the line now. */
const MAX_AGE_MS = 20_000

interface Sample {
  at: number
  bytes: number
  ms: number
}

/** Measures how many bits per second the line carries while something is sent. */
export class UploadRate {
  private samples: Sample[] = []

  /** Add a chunk that took `ms` to send, at the time `at` in milliseconds. */
  add(bytes: number, ms: number, at: number): void {
    this.samples = [...this.samples, { at, bytes, ms: Math.max(1, ms) }].slice(-MAX_SAMPLES)
  }

  /** Return the bits per second at the time `at`; null if nothing was sent in the last seconds. */
  at(at: number): number | null {
    const recent = this.samples.filter(sample => at - sample.at <= MAX_AGE_MS)
    if (recent.length === 0) return null
    const bytes = recent.reduce((sum, sample) => sum + sample.bytes, 0)
    const ms = recent.reduce((sum, sample) => sum + sample.ms, 0)
    return (bytes * 8000) / ms
  }
}
