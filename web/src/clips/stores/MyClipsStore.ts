import { action, computed, makeObservable, observable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { ClipsApi } from '../api'
import type { ClipsStore } from '../ClipsStore'
import type { Clip, ClipKind } from '../model'
import { type ClipCacheStore, clipCacheStore } from './ClipCacheStore'

/** The viewer's clips in the profile: those they made, or those that they took away. */
export class MyClipsStore {
  kind: ClipKind = 'clips'
  readonly pages = new PaginatedList<Clip>()

  constructor(
    private readonly api: ClipsApi,
    readonly clipCache: ClipCacheStore,
  ) {
    // Those that follow have moved up: the next page must not pass over them.
    clipCache.onDelete(() => void this.pages.refresh())
    makeObservable(this, { kind: observable, clips: computed, show: action })
  }

  /** As far as they are there, each as it was heard of last. */
  get clips(): Clip[] {
    return this.pages.items.flatMap(clip => this.clipCache.latest(clip) ?? [])
  }

  /** Shows the newest of one kind. */
  async show(kind: ClipKind): Promise<void> {
    if (kind !== this.kind) this.pages.clear()
    this.kind = kind
    await this.pages.load((offset, signal) => this.api.listOwn(kind, offset, signal))
    this.cacheClips()
  }

  async loadMore(): Promise<void> {
    await this.pages.loadMore()
    this.cacheClips()
  }

  languageChanged(): void {
    void this.pages.reload().then(() => this.clipCache.refresh(this.pages.items))
  }

  reset(): void {
    this.pages.clear()
  }

  /** Files that are still to come are followed. */
  private cacheClips(): void {
    for (const clip of this.pages.items) if (this.kind === 'clips') this.clipCache.save(clip)
  }
}

export const myClipsStore = (api: Api, clips: ClipsStore): MyClipsStore =>
  new MyClipsStore(new ClipsApi(api), clips.resolve(clipCacheStore))
