/** The number of views whose startup time is in a range. `from_ms` is its lower limit. */
export interface StartupBin {
  from_ms: number
  views: number
}

/** The width of a range in the chart. The server uses smaller ranges. */
export const BIN_MS = 500
/** The lower limit of the last range, which has no upper limit. */
const MAX_BIN_MS = 10_000
/** The minimum number of bars. Fewer bars would be too wide. */
const MIN_BINS = 8

/** Group startup times into half-second ranges from 0 to the slowest, including empty ranges. */
export function toBins(steps: readonly StartupBin[]): StartupBin[] {
  const binOf = ({ from_ms }: StartupBin) => Math.floor(Math.min(from_ms, MAX_BIN_MS) / BIN_MS)
  const count = Math.max(MIN_BINS, ...steps.map(step => binOf(step) + 1))
  const bins = Array.from({ length: count }, (_, index) => ({ from_ms: index * BIN_MS, views: 0 }))
  for (const step of steps) {
    const bin = bins[binOf(step)]
    if (bin) bin.views += step.views
  }
  return bins
}

/** Return whether a range is the last one, which has no upper limit. */
export const isLastBin = ({ from_ms }: StartupBin): boolean => from_ms >= MAX_BIN_MS
