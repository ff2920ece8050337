import {
  action,
  makeObservable,
  observableRef,
  onBecomeObserved,
  onBecomeUnobserved,
  runInAction,
} from 'mobx'
import { type EventItem, isOnAir, type Score } from '../model'
import { TimelineApi } from '../timelineApi'

const POLL_MS = 10_000

/** The score of the event that plays on this page, at its playhead; null before its first entry. */
export interface WatchedScore {
  eventId: number
  score: { away: number; home: number } | null
}

/**
 * The current scores of the events that are on. Cards and lists of events show them, because lists have the score of
 * the latest period. The scores are requested only while a card shows one.
 */
export class LiveScores {
  scores: ReadonlyMap<number, Score> = new Map()
  watched: WatchedScore | null = null
  private timer: ReturnType<typeof setInterval> | undefined

  constructor(
    private readonly language: () => string,
    private readonly api: Pick<TimelineApi, 'liveScores'> = new TimelineApi(),
  ) {
    makeObservable(this, { scores: observableRef, watched: observableRef, watch: action })
    onBecomeObserved(this, 'scores', () => this.start())
    onBecomeUnobserved(this, 'scores', () => clearInterval(this.timer))
  }

  /** Let the score of an event follow its playhead; null follows the current scores again. */
  watch(watched: WatchedScore | null): void {
    this.watched = watched
  }

  /** Return an event with its score at the playhead, if it plays on this page. Use it in an observer. */
  withWatchedScore(event: EventItem): EventItem {
    const { watched } = this
    if (watched?.eventId !== event.id) return event
    const score = watched.score && event.score ? { ...event.score, ...watched.score } : null
    return { ...event, score }
  }

  /** Return an event with its current score. Use it in an observer. */
  withScore(event: EventItem): EventItem {
    if (this.watched?.eventId === event.id) return this.withWatchedScore(event)
    const score = isOnAir(event) ? this.scores.get(event.id) : undefined
    return score ? { ...event, score } : event
  }

  private start(): void {
    void this.load()
    this.timer = setInterval(() => {
      if (document.visibilityState === 'visible') void this.load()
    }, POLL_MS)
  }

  /** Errors are ignored, because the next request comes soon. */
  private async load(): Promise<void> {
    const live = await this.api.liveScores(this.language()).catch(() => null)
    if (!live) return
    runInAction(() => {
      this.scores = new Map(live.map(({ event_id, score }) => [event_id, score]))
    })
  }
}
