import type { LimitedStream } from '../stream/Stream'
import { divideBandwidth, measureBandwidth } from './bandwidth'

/** One picture that shares the connection. */
export interface ConnectionMember {
  readonly stream: LimitedStream
  /** Returns the height of the picture on the screen, in device pixels. */
  height(): number
}

/** How often to divide the bandwidth again, in milliseconds. */
const INTERVAL_MS = 2_000
/** After a stall, all pictures keep their smallest rendition for this time, in milliseconds. */
const QUIET_MS = 30_000

/** The connection that the pictures of a multi-view share. It sets the largest rendition of each. */
export class SharedConnection {
  private readonly members = new Map<number, ConnectionMember>()
  private limits = new Map<number, number>()
  private preferredId: number | null = null
  private quietUntil = Number.NEGATIVE_INFINITY
  private timer: ReturnType<typeof setInterval> | undefined

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Add a picture. Return a function that removes it. */
  add(id: number, member: ConnectionMember): () => void {
    this.members.set(id, member)
    this.timer ??= setInterval(() => this.divide(), INTERVAL_MS)
    return () => {
      if (this.members.get(id) !== member) return
      this.members.delete(id)
      this.limits.delete(id)
      if (this.members.size > 0) return
      clearInterval(this.timer)
      this.timer = undefined
    }
  }

  /** Let a picture have a better rendition before the others; null for none. */
  prefer(id: number | null): void {
    if (id === this.preferredId) return
    this.preferredId = id
    this.divide()
  }

  /** Take all pictures back to their smallest rendition, because one of them has stalled. */
  handleStall(): void {
    this.quietUntil = this.now() + QUIET_MS
    this.divide()
  }

  private divide(): void {
    const members = [...this.members]
    const pictures = members.map(([id, { stream, height }]) => ({
      id,
      renditions: stream.renditions(),
      height: height(),
      isPreferred: id === this.preferredId,
    }))
    const isQuiet = this.now() < this.quietUntil
    const bandwidth = isQuiet
      ? null
      : measureBandwidth(members.flatMap(([, { stream }]) => stream.meter.transfers()))
    this.limits = divideBandwidth(pictures, bandwidth, this.limits)
    for (const [id, { stream }] of members) stream.limitRendition(this.limits.get(id) ?? 0)
  }
}
