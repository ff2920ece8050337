import { computed, makeObservable } from 'mobx'
import type { SignedUrl } from '@/shared/player'
import type { Shell } from '@/shared/shell'
import { Latest } from '@/shared/stores/Latest'
import { CatalogApi } from '../api'
import type { ListsApi } from '../listsApi'
import { type EventItem, streamOf } from '../model'
import { OneThing } from './OneThing'

const NEXT_UP = 12

/** The event on the watch page, and what is on next. */
export class EventStore extends OneThing<EventItem> {
  readonly next = new Latest<EventItem[]>()

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
    await Promise.all([this.openAlone(id), this.loadNext()])
  }

  /** The event without what is on next, for the player in other sites' pages. */
  async openAlone(id: number): Promise<void> {
    await super.open(id)
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

  override languageChanged(): void {
    super.languageChanged()
    void this.next.again()
  }

  override reset(): void {
    super.reset()
    this.next.clear()
  }

  protected ask(id: number, signal: AbortSignal): Promise<EventItem> {
    return this.api.event(id, signal)
  }

  private async loadNext(): Promise<void> {
    const query = { stream_status: ['live', 'upcoming'], sort_field: 'event_utc_ts', limit: NEXT_UP }
    await this.next.ask(async signal => (await this.api.events(query, signal)).items)
  }
}

export const eventStore = (_: ListsApi, { api }: Shell): EventStore => new EventStore(new CatalogApi(api))
