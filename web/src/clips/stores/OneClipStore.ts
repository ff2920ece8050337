import { computed, makeObservable } from 'mobx'
import { isNotFound } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import type { SignedUrl } from '@/shared/player'
import { Latest } from '@/shared/stores/Latest'
import { ClipsApi } from '../api'
import { type Clip, sourceOf } from '../model'
import type { ClipsStore } from '../store'
import { type ClipsBook, clipsBook } from './ClipsBook'

/** Which clip is watched: by its number, or shared by its `uuid`. */
export interface Wanted {
  id: number
  uuid: string | null
}

/** A clip on a page of its own; a shared one plays for anybody who has its `uuid`. */
export class OneClipStore {
  readonly detail = new Latest<Clip>()
  private wanted: Wanted | null = null

  constructor(
    private readonly api: ClipsApi,
    readonly book: ClipsBook,
  ) {
    makeObservable(this, { clip: computed })
  }

  /** Null as well where it was deleted meanwhile. */
  get clip(): Clip | null {
    const { value } = this.detail
    return value && this.book.newest(value)
  }

  /** The clip, where it is this one. As its page is first drawn, the one before still stands here. */
  clipOf(id: number, uuid: string | null = null): Clip | null {
    const { clip } = this
    return this.isOf({ id, uuid }) ? clip : null
  }

  /** The clip of this id was there, and its owner deleted it on this page. */
  isDeleted(id: number): boolean {
    return this.detail.value?.id === id && this.clip === null
  }

  /** Why this clip did not come. As its page is first drawn, the error of the one before still stands here. */
  errorOf(id: number, uuid: string | null = null): unknown {
    const { error } = this.detail
    return this.isOf({ id, uuid }) ? error : null
  }

  /** There is no such clip, or its link was taken back. */
  isMissing(id: number, uuid: string | null = null): boolean {
    const error = this.errorOf(id, uuid)
    return isNotFound(error) || this.isDeleted(id)
  }

  async open(wanted: Wanted): Promise<void> {
    if (!this.isOf(wanted)) this.detail.clear()
    this.wanted = wanted
    await this.detail.ask(signal => this.ask(wanted, signal))
    const { value } = this.detail
    if (value?.is_own) this.book.keep(value)
  }

  /** A freshly signed address; null when this viewer may not play it any more. */
  async freshSource(): Promise<SignedUrl | null> {
    if (!this.wanted) return null
    try {
      return sourceOf(await this.ask(this.wanted))
    } catch (error) {
      if (isNotFound(error)) return null
      throw error
    }
  }

  languageChanged(): void {
    if (this.wanted) void this.open(this.wanted)
  }

  reset(): void {
    this.detail.clear()
    this.wanted = null
  }

  private isOf({ id, uuid }: Wanted): boolean {
    return id === this.wanted?.id && uuid === this.wanted.uuid
  }

  private ask({ id, uuid }: Wanted, signal?: AbortSignal): Promise<Clip> {
    return uuid === null ? this.api.clip(id, signal) : this.api.shared(id, uuid, signal)
  }
}

/** The clip of `/watch_library/{id}`. */
export const clipStore = (api: Api, clips: ClipsStore): OneClipStore =>
  new OneClipStore(new ClipsApi(api), clips.bring(clipsBook))

/** The clip of `/share/{id}/{uuid}`. */
export const sharedClipStore = (api: Api, clips: ClipsStore): OneClipStore =>
  new OneClipStore(new ClipsApi(api), clips.bring(clipsBook))
