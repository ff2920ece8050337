import type { LineFacts } from './side'

/** A media file on its way, as hls.js counts it: times of `performance.now()`, 0 for what has not been. */
export interface Piece {
  readonly stats: {
    readonly loaded: number
    /** Given up before it was there. */
    readonly aborted?: boolean
    readonly loading: { readonly start: number; readonly first: number; readonly end: number }
  }
}

interface Playlist {
  live: boolean
  /** Its end, in seconds of the stream's clock. */
  newest: number
  /** Seconds of a piece. */
  piece: number
}

/** What is older than this, in milliseconds, says nothing of now. */
const LATELY_MS = 30_000
const MOST_PIECES = 20
/** A file that is younger than this, in milliseconds, may still come quickly. */
const YOUNG_MS = 1_000

/** Measures the line that a stream comes by: what came in how long, what was refused, whether a live stream grows. */
export class LineMeter {
  /** Bits a second of the smallest rendition. */
  least: number | null = null
  private pieces: Piece[] = []
  private refusals: { at: number; status: number }[] = []
  private waits: { at: number; ms: number }[] = []
  private grown: { at: number; newest: number; piece: number } | null = null
  /** Seconds without anything new when the playlist was last answered. */
  private dry: number | null = null

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** A file is asked for; what comes of it is read when it is wanted. */
  asks(piece: Piece): void {
    this.pieces = [...this.pieces, piece].slice(-MOST_PIECES)
  }

  /** A file was given up because a smaller one is asked for: it counts as far as it came. */
  gaveUp(piece: Piece): void {
    this.pieces = this.pieces.filter(one => one !== piece)
  }

  refused(status: number): void {
    this.refusals = [...this.refusals, { at: this.now(), status }].slice(-MOST_PIECES)
  }

  /** A playlist was answered. */
  playlist({ live, newest, piece }: Playlist): void {
    const at = this.now()
    if (!live) this.grown = null
    else if (!this.grown || newest > this.grown.newest + 0.01) this.grown = { at, newest, piece }
    this.dry = this.grown ? (at - this.grown.at) / 1_000 : null
  }

  /** Something else of the page was answered after so many milliseconds. */
  other(ms: number): void {
    this.waits = [...this.waits, { at: this.now(), ms }].slice(-MOST_PIECES)
  }

  facts(online: boolean): LineFacts {
    const recent = <Dated extends { at: number }>(all: Dated[]) =>
      all.filter(({ at }) => this.now() - at < LATELY_MS)
    const pieces = this.pieces.flatMap(piece => this.measured(piece) ?? [])
    const ms = pieces.reduce((sum, one) => sum + one.ms, 0)
    const bytes = pieces.reduce((sum, one) => sum + one.bytes, 0)
    return {
      online,
      throughput: ms > 0 ? (bytes * 8_000) / ms : null,
      least: this.least,
      wait: median(pieces.map(({ wait }) => wait)),
      refused: recent(this.refusals).map(({ status }) => status),
      others: median(recent(this.waits).map(({ ms }) => ms)),
      dry: this.dry,
      piece: this.grown?.piece ?? 4,
    }
  }

  /** What a file says of now: it has come lately, or has been coming for a while. */
  private measured({ stats }: Piece): { bytes: number; ms: number; wait: number } | null {
    const { start, first, end } = stats.loading
    // Nobody brings any more what was given up, however long ago it began.
    if (!start || (stats.aborted && !end)) return null
    const until = end || this.now()
    if (this.now() - until > LATELY_MS || (!end && until - start < YOUNG_MS)) return null
    return { bytes: stats.loaded, ms: Math.max(1, until - start), wait: (first || until) - start }
  }
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}
