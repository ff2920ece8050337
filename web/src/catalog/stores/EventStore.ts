import { computed, makeObservable } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { SignedUrl } from '@/shared/player'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { CatalogApi } from '../api'
import { type EventItem, streamUrl } from '../model'
import { DetailStore } from './DetailStore'

const NEXT_UP_COUNT = 12

/** The event on the watch page and the next events. */
export class EventStore extends DetailStore<EventItem> {
  readonly next = new AsyncValue<EventItem[]>()

  constructor(private readonly api: CatalogApi) {
    super()
    makeObservable(this, { event: computed, nextUp: computed })
  }

  get event(): EventItem | null {
    return this.detail.value
  }

  get nextUp(): readonly EventItem[] {
    return (this.next.value ?? []).filter(event => event.id !== this.id)
  }

  override async open(id: number): Promise<void> {
    await Promise.all([this.openWithoutNext(id), this.loadNext()])
  }

  /** Load the event without the next events, for embedded players. */
  async openWithoutNext(id: number): Promise<void> {
    await super.open(id)
  }

  /**
   * Return a new signed URL of the given media type, or of the recording after the stream has ended. Return null if
   * this viewer no longer has access.
   *
   * @throws HttpError if the server does not respond.
   */
  async refreshStreamUrl(type: number): Promise<SignedUrl | null> {
    if (this.id === null) return null
    return streamUrl(await this.api.event(this.id), type)
  }

  override languageChanged(): void {
    super.languageChanged()
    void this.next.reload()
  }

  override reset(): void {
    super.reset()
    this.next.clear()
  }

  protected fetchItem(id: number, signal: AbortSignal): Promise<EventItem> {
    return this.api.event(id, signal)
  }

  private async loadNext(): Promise<void> {
    const query = { stream_status: ['live', 'upcoming'], sort_field: 'event_utc_ts', limit: NEXT_UP_COUNT }
    await this.next.load(async signal => (await this.api.events(query, signal)).items)
  }
}

export const eventStore = (api: Api): EventStore => new EventStore(new CatalogApi(api))
