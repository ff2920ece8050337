import { computed, makeObservable } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import type { SignedUrl } from '@/shared/player'
import { Latest } from '@/shared/stores/Latest'
import type { CatalogApi } from '../api'
import { type EventItem, streamOf } from '../model'

const NEXT_UP = 12

/** The event on the watch page, and what is on next. */
export class EventStore {
  readonly detail = new Latest<EventItem>()
  readonly next = new Latest<EventItem[]>()
  private id: number | null = null

  constructor(private readonly api: CatalogApi) {
    makeObservable(this, { event: computed, missing: computed, nextUp: computed })
  }

  get event(): EventItem | null {
    return this.detail.value
  }

  /** There is no such event in this channel. */
  get missing(): boolean {
    return this.detail.error instanceof HttpError && this.detail.error.status === 404
  }

  get nextUp(): readonly EventItem[] {
    return (this.next.value ?? []).filter(event => event.id !== this.id)
  }

  async open(id: number): Promise<void> {
    await Promise.all([this.openAlone(id), this.loadNext()])
  }

  /** The event without what is on next, for the player in other sites' pages. */
  async openAlone(id: number): Promise<void> {
    if (id !== this.id) this.detail.clear()
    this.id = id
    await this.refresh()
  }

  /** Asks for the event again: it may have begun, or ended. */
  async refresh(): Promise<void> {
    const id = this.id
    if (id !== null) await this.detail.ask(signal => this.api.event(id, signal))
  }

  /**
   * A freshly signed address of what plays, a media type of the specification; of the recording where
   * the stream is gone. Null when this viewer may not have it any more.
   *
   * @throws HttpError where the server did not answer.
   */
  async freshStream(type: number): Promise<SignedUrl | null> {
    if (this.id === null) return null
    return streamOf(await this.api.event(this.id), type)
  }

  reset(): void {
    this.detail.clear()
    this.next.clear()
    this.id = null
  }

  private async loadNext(): Promise<void> {
    const query = { stream_status: ['live', 'upcoming'], sort_field: 'event_utc_ts', limit: NEXT_UP }
    await this.next.ask(async signal => (await this.api.events(query, signal)).items)
  }
}

export const eventStore = (api: CatalogApi): EventStore => new EventStore(api)
