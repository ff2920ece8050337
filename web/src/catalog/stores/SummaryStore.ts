import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { SignedUrl } from '@/shared/player'
import { CatalogApi } from '../api'
import type { Summary, SummaryKind } from '../summary'

/** What plays after a summary: the live stream, the recording where the viewer was, or its start. */
export type NextVideo = 'live' | 'recording' | 'start'

/** The summary that plays in place of the event's video. */
export class SummaryStore {
  summary: Summary | null = null
  /** The kind of summary that is requested now. */
  pendingKind: SummaryKind | null = null
  /** The number of the range that plays, counted from 1. */
  rangeNumber = 1
  /** Whether the summary of a recording has played to its end. */
  hasEnded = false
  /** What the viewer watches after a summary; null before the first one. */
  next: NextVideo | null = null
  private eventId: number | null = null
  private mediaId = 0
  private pending: AbortController | null = null

  constructor(private readonly api: Pick<CatalogApi, 'summary'>) {
    makeObservable(this, {
      summary: observableRef,
      pendingKind: observableRef,
      rangeNumber: observableRef,
      hasEnded: observableRef,
      next: observableRef,
      rangeCount: computed,
      open: action,
      updateTime: action,
      finish: action,
      close: action,
    })
  }

  get rangeCount(): number {
    return this.summary?.ranges.length ?? 0
  }

  /** Begin with an event. The summary of another event is closed. */
  open(eventId: number): void {
    if (this.eventId === eventId) return
    this.pending?.abort()
    this.eventId = eventId
    this.summary = null
    this.pendingKind = null
    this.next = null
  }

  /**
   * Play a summary of a media item of the event. Resolve to false if there is nothing to show.
   *
   * @throws HttpError if the server does not respond.
   */
  async play(kind: SummaryKind, mediaId: number): Promise<boolean> {
    const { eventId } = this
    if (eventId === null || this.pendingKind) return true
    const pending = new AbortController()
    this.pending = pending
    runInAction(() => {
      this.pendingKind = kind
    })
    try {
      const summary = await this.api.summary(eventId, { kind, mediaId }, pending.signal)
      if (pending.signal.aborted) return true
      runInAction(() => {
        this.summary = summary
        this.mediaId = mediaId
        this.rangeNumber = 1
        this.hasEnded = false
      })
      return summary !== null
    } catch (error) {
      if (pending.signal.aborted) return true
      throw error
    } finally {
      runInAction(() => {
        if (this.pending === pending) this.pendingKind = null
      })
    }
  }

  /** Follow the position of the player, in seconds of the summary. */
  updateTime(seconds: number): void {
    const index = this.summary?.ranges.findLastIndex(({ start_ms }) => start_ms <= seconds * 1000 + 1) ?? -1
    this.rangeNumber = Math.max(1, index + 1)
  }

  /** End the summary: a live game goes on at its edge, and a recording offers its start. */
  finish(isLive: boolean): void {
    if (isLive) this.close('live')
    else this.hasEnded = true
  }

  close(next: NextVideo): void {
    this.summary = null
    this.hasEnded = false
    this.next = next
  }

  /**
   * Return a new signed URL of the same summary, or null if the viewer has lost access.
   *
   * @throws HttpError if the server does not respond.
   */
  async refreshUrl(): Promise<SignedUrl | null> {
    const { eventId, summary } = this
    if (eventId === null || !summary) return null
    return toSource(await this.api.summary(eventId, { kind: summary.kind, mediaId: this.mediaId }))
  }
}

/** Return the URL of a summary for the player, or null. */
export function toSource(summary: Summary | null): SignedUrl | null {
  return summary && { url: summary.url, expiresAt: new Date(summary.expires_at) }
}

export const summaryStore = (api: Api): SummaryStore => new SummaryStore(new CatalogApi(api))
