import { action, computed, makeObservable, observable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Pages } from '@/shared/stores/Pages'
import { ClipsApi } from '../api'
import type { Clip, ClipKind } from '../model'
import type { ClipsStore } from '../store'
import { type ClipsBook, clipsBook } from './ClipsBook'

/** The viewer's clips in the profile: those they made, or those that they took away. */
export class MyClipsStore {
  kind: ClipKind = 'clips'
  readonly pages = new Pages<Clip>()

  constructor(
    private readonly api: ClipsApi,
    readonly book: ClipsBook,
  ) {
    // Those that follow have moved up: the next page must not pass over them.
    book.onGone(() => void this.pages.refresh())
    makeObservable(this, { kind: observable, clips: computed, show: action })
  }

  /** As far as they are there, each as it was heard of last. */
  get clips(): Clip[] {
    return this.pages.items.flatMap(clip => this.book.newest(clip) ?? [])
  }

  /** Shows the newest of one kind. */
  async show(kind: ClipKind): Promise<void> {
    if (kind !== this.kind) this.pages.clear()
    this.kind = kind
    await this.pages.load((offset, signal) => this.api.own(kind, offset, signal))
    this.keep()
  }

  async more(): Promise<void> {
    await this.pages.more()
    this.keep()
  }

  languageChanged(): void {
    void this.pages.again().then(() => this.book.renew(this.pages.items))
  }

  reset(): void {
    this.pages.clear()
  }

  /** Files that are still to come are followed. */
  private keep(): void {
    for (const clip of this.pages.items) if (this.kind === 'clips') this.book.keep(clip)
  }
}

export const myClipsStore = (api: Api, clips: ClipsStore): MyClipsStore =>
  new MyClipsStore(new ClipsApi(api), clips.bring(clipsBook))
