import { MINUTE_MS } from '@/shared/constants'

/** The attribute of a master playlist whose variants have playlists with parts. */
const PARTS_DATA_ID = 'org.touchline.parts'
/** Seconds to stay behind the newest part: three parts, as RFC 8216bis asks for. */
export const LOW_DELAY_SECONDS = 1.8
/** After this many stalls within the period, a stream keeps the long delay. */
const MAX_STALLS = 2
const STALL_PERIOD_MS = MINUTE_MS
/** Farther behind the newest part, a viewer watches an earlier moment. */
const NEAR_EDGE_SECONDS = 12

/** Whether a live stream is played with a low delay. A connection that stalls loses it. */
export class LowDelayMode {
  private isOffered = false
  private isGivenUp = false
  private lastPartAt = 0
  private partSeconds = 0
  private stalledAt: number[] = []

  /** `distanceToEdge` returns the seconds from the viewer to the newest part; null before the first frame. */
  constructor(
    private readonly isAllowed: boolean,
    private readonly distanceToEdge: () => number | null,
  ) {}

  get isOn(): boolean {
    return this.isAllowed && this.isOffered && !this.isGivenUp
  }

  /** Use the session data of a new master playlist. */
  offer(sessionData: Record<string, unknown> | null | undefined): void {
    this.isOffered = Boolean(sessionData?.[PARTS_DATA_ID])
  }

  turnOff(): void {
    this.isGivenUp = true
  }

  /** Count a stall. Return whether the stream has just lost its low delay. */
  stalled(now: number): boolean {
    this.stalledAt = [...this.stalledAt.filter(at => now - at < STALL_PERIOD_MS), now]
    if (!this.isOn || this.stalledAt.length < MAX_STALLS) return false
    this.turnOff()
    return true
  }

  isNearEdge(): boolean {
    const distance = this.distanceToEdge()
    return distance === null || distance < NEAR_EDGE_SECONDS
  }

  /** Remember that a part of at most `seconds` was seen in a playlist for the first time. */
  partAppeared(seconds: number): void {
    this.lastPartAt = performance.now()
    this.partSeconds = seconds
  }

  /** Return the milliseconds until a share of the next part's duration is over. */
  untilNextPart(share: number): number {
    return Math.max(0, this.lastPartAt + this.partSeconds * share * 1_000 - performance.now())
  }
}
