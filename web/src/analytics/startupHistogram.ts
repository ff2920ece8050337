/** Starts that took from so many milliseconds on, and how many there were. */
export interface StartupBin {
  from_ms: number
  views: number
}

/** How finely starts are shown; the server counts them finer. */
export const BIN_MS = 500
/** From here on they are too slow to be told apart. */
const MAX_BIN_MS = 10_000
/** As many bars are shown at least, so that two of them do not fill a plot. */
const MIN_BINS = 8

/** Starts by half seconds from nothing on, the empty ones among them; what comes after the slowest is left out. */
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

/** Whether there is nothing slower than this bar: it has no upper end. */
export const isLastBin = ({ from_ms }: StartupBin): boolean => from_ms >= MAX_BIN_MS
