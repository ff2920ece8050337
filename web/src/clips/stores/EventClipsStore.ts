import { computed, makeObservable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { ClipsApi } from '../api'
import type { ClipsStore } from '../ClipsStore'
import type { Clip } from '../model'
import { type ClipCacheStore, clipCacheStore } from './ClipCacheStore'

/** The clips of the current event, newest first. */
export class EventClipsStore {
  readonly pages = new PaginatedList<Clip>()
  private id: number | null = null

  constructor(
    private readonly api: ClipsApi,
    private readonly clipCache: ClipCacheStore,
  ) {
    makeObservable(this, { clips: computed })
  }

  get clips(): Clip[] {
    return this.pages.items.flatMap(clip => this.clipCache.latest(clip) ?? [])
  }

  /** Load the clips of an event. Reload them if the event is the same. */
  async open(id: number): Promise<void> {
    if (id !== this.id) this.pages.clear()
    this.id = id
    await this.pages.load((offset, signal) => this.api.listForEvent(id, offset, signal))
  }

  /** Refresh the list after a viewer creates a clip of this event. */
  async handleAdded(eventId: number): Promise<void> {
    if (eventId === this.id) await this.pages.refresh()
  }

  async loadMore(): Promise<void> {
    await this.pages.loadMore()
  }

  languageChanged(): void {
    void this.pages.reload().then(() => this.clipCache.refresh(this.pages.items))
  }

  reset(): void {
    this.pages.clear()
    this.id = null
  }
}

export const eventClipsStore = (api: Api, clips: ClipsStore): EventClipsStore =>
  new EventClipsStore(new ClipsApi(api), clips.resolve(clipCacheStore))
