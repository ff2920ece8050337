import { action, computed, makeObservable, observable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { ClipsApi } from '../api'
import type { ClipsStore } from '../ClipsStore'
import type { Clip, ClipKind } from '../model'
import { type ClipCacheStore, clipCacheStore } from './ClipCacheStore'

/** The viewer's clips in the profile: created clips or downloaded clips. */
export class MyClipsStore {
  kind: ClipKind = 'clips'
  readonly pages = new PaginatedList<Clip>()

  constructor(
    private readonly api: ClipsApi,
    readonly clipCache: ClipCacheStore,
  ) {
    // A deletion shifts the later clips, so refresh the pages: the next page would skip one.
    clipCache.onDelete(() => void this.pages.refresh())
    makeObservable(this, { kind: observable, clips: computed, show: action })
  }

  /** The clips that are not deleted, each in its latest version. */
  get clips(): Clip[] {
    return this.pages.items.flatMap(clip => this.clipCache.latest(clip) ?? [])
  }

  /** Load the newest clips of one kind. */
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

  /** Store the created clips, so that the cache polls files that are still processing. */
  private cacheClips(): void {
    for (const clip of this.pages.items) if (this.kind === 'clips') this.clipCache.save(clip)
  }
}

export const myClipsStore = (api: Api, clips: ClipsStore): MyClipsStore =>
  new MyClipsStore(new ClipsApi(api), clips.resolve(clipCacheStore))
