import { action, computed, computedStruct, makeObservable, observableRef, runInAction } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import { isScoreShown, type Overlay } from '../overlay'
import { OverlayApi } from '../overlayApi'
import {
  applyDelta,
  formatGameClock,
  type KeyMoment,
  type Snapshot,
  snapshotAt,
  type Timeline,
} from '../timeline'
import { TimelineApi } from '../timelineApi'

/** How often to request the event, for corrected names and the server's clock. */
const EVENT_REFRESH_MS = 30_000
/** How long to wait for a response before the next request. */
const GIVE_UP_MS = 5_000
/** How often to try again after a refused token. */
const REFUSED_RETRY_MS = 10_000
/** Time without a response after which the connection counts as lost. */
const LOST_AFTER_MS = 6_000
/** How long a measured clock is better than a new one with a longer round trip. */
const CLOCK_MAX_AGE_MS = 5 * 60_000
/** How long a lower third is shown. */
const LOWER_THIRD_MS = 6_000
/** A moment that arrives later than this is not shown. */
const MAX_DELAY_MS = 20_000

/** The server's clock minus the monotonic one, and how well it was measured. */
interface ServerClock {
  offsetMs: number
  roundTripMs: number
  measuredAt: number
}

export interface OverlayScore {
  board: Snapshot
  /** What the clock shows, such as `6:12`; null without a clock. */
  clock: string | null
}

/** The event and the timeline of an overlay or scoreboard, as they are now. */
export class OverlayStore {
  overlay: Overlay | null = null
  timeline: Timeline | null = null
  /** Why the last request failed: the token is not valid, or the server did not answer. */
  problem: 'refused' | 'unreachable' | null = null
  /** The server's time in milliseconds since 1970. */
  nowMs = 0
  isConnectionLost = false
  /** The key moment in the lower third. */
  moment: KeyMoment | null = null
  private momentEndsAtMs = 0
  private queue: KeyMoment[] = []
  private seen = new Set<string>()
  private clock: ServerClock | null = null
  private pending: { controller: AbortController; since: number } | null = null
  private eventLoadedAt = Number.NEGATIVE_INFINITY
  private answeredAt: number
  private nextTryAt = 0

  constructor(
    private readonly api: OverlayApi,
    private readonly timelines: TimelineApi,
    private readonly eventId: number,
    private readonly token: string,
    private readonly language: string,
    private readonly monotonicNow: () => number = () => performance.now(),
  ) {
    this.answeredAt = monotonicNow()
    makeObservable(this, {
      overlay: observableRef,
      timeline: observableRef,
      problem: observableRef,
      nowMs: observableRef,
      isConnectionLost: observableRef,
      moment: observableRef,
      score: computedStruct,
      isScoreShown: computed,
      tick: action,
    })
  }

  /** The state of the game and its clock. Null before the first entry. */
  get score(): OverlayScore | null {
    const { timeline, nowMs } = this
    const board = timeline && snapshotAt(timeline, nowMs)
    return board ? { board, clock: formatGameClock(board.clock, timeline.clock_direction, nowMs) } : null
  }

  /** Whether the score is in the picture now. */
  get isScoreShown(): boolean {
    const { timeline, score, nowMs } = this
    return timeline !== null && score !== null && isScoreShown(timeline, score.board, nowMs)
  }

  /** Request what is new. A request that takes long is not repeated before its time is up. */
  async poll(): Promise<void> {
    const at = this.monotonicNow()
    if (at < this.nextTryAt || (this.pending && at - this.pending.since < GIVE_UP_MS)) return
    this.pending?.controller.abort()
    const pending = { controller: new AbortController(), since: at }
    this.pending = pending
    const { signal } = pending.controller
    try {
      if (at - this.eventLoadedAt >= EVENT_REFRESH_MS) await this.loadEvent(signal)
      await this.loadTimeline(signal)
      this.answeredAt = this.monotonicNow()
      if (this.problem) this.setProblem(null)
    } catch (error) {
      if (!signal.aborted) this.handleError(error)
    }
    if (this.pending === pending) this.pending = null
    this.tick()
  }

  /** Follow the clock, and change the lower third. */
  tick(): void {
    const at = this.monotonicNow()
    this.nowMs = at + (this.clock?.offsetMs ?? 0)
    this.isConnectionLost = this.problem === 'unreachable' || at - this.answeredAt > LOST_AFTER_MS
    const { moment } = this
    const current = moment && this.timeline?.moments.find(({ id }) => id === moment.id)
    // The scorer may undo the moment, or add a name to it, while it is shown.
    if (!current || this.nowMs >= this.momentEndsAtMs) this.showNextMoment()
    else if (current.text !== moment.text || current.name !== moment.name) this.moment = current
  }

  private showNextMoment(): void {
    this.moment = this.queue.shift() ?? null
    this.momentEndsAtMs = this.nowMs + LOWER_THIRD_MS
  }

  private async loadEvent(signal: AbortSignal): Promise<void> {
    const requestedAt = this.monotonicNow()
    const overlay = await this.api.overlay(this.eventId, this.token, this.language, signal)
    this.eventLoadedAt = this.monotonicNow()
    this.measureClock(overlay.now_ms, requestedAt, this.eventLoadedAt)
    runInAction(() => {
      this.overlay = overlay
    })
  }

  private async loadTimeline(signal: AbortSignal): Promise<void> {
    const { timeline: known, token, language } = this
    const query = { language, token, after: known?.revision || undefined }
    const answer = await this.timelines.timeline(this.eventId, query, signal)
    if (signal.aborted) return
    runInAction(() => {
      if (!query.after || !known) this.timeline = answer
      else if (answer.replaces_from_ms !== null || answer.revision !== known.revision)
        this.timeline = applyDelta(known, answer)
    })
    this.tick()
    this.queueMoments(known === null)
  }

  /** Queue the moments that are new. Those from before the page opened are not. */
  private queueMoments(isFirst: boolean): void {
    for (const moment of this.timeline?.moments ?? []) {
      // A moment to which a name was added is shown again.
      const key = `${moment.id} ${moment.text}`
      const isNew = !this.seen.has(key) && this.nowMs - moment.at_ms < MAX_DELAY_MS
      this.seen.add(key)
      if (!isNew || isFirst || moment.kind === 'period_start' || moment.id === this.moment?.id) continue
      this.queue = [...this.queue.filter(({ id }) => id !== moment.id), moment]
    }
    if (!this.moment && this.queue.length > 0) runInAction(() => this.showNextMoment())
  }

  private measureClock(serverMs: number, requestedAt: number, measuredAt: number): void {
    const roundTripMs = measuredAt - requestedAt
    const { clock } = this
    const isBetter =
      !clock || roundTripMs <= clock.roundTripMs || measuredAt - clock.measuredAt > CLOCK_MAX_AGE_MS
    if (isBetter) this.clock = { offsetMs: serverMs + roundTripMs / 2 - measuredAt, roundTripMs, measuredAt }
  }

  private handleError(error: unknown): void {
    const isRefused = error instanceof HttpError && (error.status === 404 || error.status === 422)
    if (isRefused) this.nextTryAt = this.monotonicNow() + REFUSED_RETRY_MS
    this.setProblem(isRefused ? 'refused' : 'unreachable')
  }

  private setProblem(problem: typeof this.problem): void {
    runInAction(() => {
      this.problem = problem
    })
  }
}

export const overlayStore = (eventId: number, token: string, language: string): OverlayStore =>
  new OverlayStore(new OverlayApi(), new TimelineApi(), eventId, token, language)
