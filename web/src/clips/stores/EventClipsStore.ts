import { computed, makeObservable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Pages } from '@/shared/stores/Pages'
import { ClipsApi } from '../api'
import type { Clip } from '../model'
import type { ClipsStore } from '../store'
import { type ClipsBook, clipsBook } from './ClipsBook'

/** The clips of the game that is shown, the newest first. */
export class EventClipsStore {
  readonly pages = new Pages<Clip>()
  private id: number | null = null

  constructor(
    private readonly api: ClipsApi,
    private readonly book: ClipsBook,
  ) {
    makeObservable(this, { clips: computed })
  }

  get clips(): Clip[] {
    return this.pages.items.flatMap(clip => this.book.newest(clip) ?? [])
  }

  /** Asks for the clips of a game; again where it is the same one. */
  async open(id: number): Promise<void> {
    if (id !== this.id) this.pages.clear()
    this.id = id
    await this.pages.load((offset, signal) => this.api.ofEvent(id, offset, signal))
  }

  /** A clip of this game was made: it stands first. */
  async added(eventId: number): Promise<void> {
    if (eventId === this.id) await this.pages.refresh()
  }

  async more(): Promise<void> {
    await this.pages.more()
  }

  languageChanged(): void {
    void this.pages.again().then(() => this.book.renew(this.pages.items))
  }

  reset(): void {
    this.pages.clear()
    this.id = null
  }
}

export const eventClipsStore = (api: Api, clips: ClipsStore): EventClipsStore =>
  new EventClipsStore(new ClipsApi(api), clips.bring(clipsBook))
