import { computed, makeObservable } from 'mobx'
import { isNotFound } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import type { SignedUrl } from '@/shared/player'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { ClipsApi } from '../api'
import type { ClipsStore } from '../ClipsStore'
import { type Clip, toSignedUrl } from '../model'
import { type ClipCacheStore, clipCacheStore } from './ClipCacheStore'

/** Which clip is watched: by its number, or shared by its `uuid`. */
export interface ClipRef {
  id: number
  uuid: string | null
}

/** A clip on a page of its own; a shared one plays for anybody who has its `uuid`. */
export class ClipDetailStore {
  readonly detail = new AsyncValue<Clip>()
  private ref: ClipRef | null = null

  constructor(
    private readonly api: ClipsApi,
    readonly clipCache: ClipCacheStore,
  ) {
    makeObservable(this, { clip: computed })
  }

  /** Null as well where it was deleted meanwhile. */
  get clip(): Clip | null {
    const { value } = this.detail
    return value && this.clipCache.latest(value)
  }

  /** The clip, where it is this one. As its page is first drawn, the one before still stands here. */
  getClip(id: number, uuid: string | null = null): Clip | null {
    const { clip } = this
    return this.isCurrent({ id, uuid }) ? clip : null
  }

  /** The clip of this id was there, and its owner deleted it on this page. */
  isDeleted(id: number): boolean {
    return this.detail.value?.id === id && this.clip === null
  }

  /** Why this clip did not come. As its page is first drawn, the error of the one before still stands here. */
  errorOf(id: number, uuid: string | null = null): unknown {
    const { error } = this.detail
    return this.isCurrent({ id, uuid }) ? error : null
  }

  /** There is no such clip, or its link was taken back. */
  isMissing(id: number, uuid: string | null = null): boolean {
    const error = this.errorOf(id, uuid)
    return isNotFound(error) || this.isDeleted(id)
  }

  async open(wanted: ClipRef): Promise<void> {
    if (!this.isCurrent(wanted)) this.detail.clear()
    this.ref = wanted
    await this.detail.load(signal => this.fetchClip(wanted, signal))
    const { value } = this.detail
    if (value?.is_own) this.clipCache.save(value)
  }

  /** A freshly signed address; null when this viewer may not play it any more. */
  async refreshStreamUrl(): Promise<SignedUrl | null> {
    if (!this.ref) return null
    try {
      return toSignedUrl(await this.fetchClip(this.ref))
    } catch (error) {
      if (isNotFound(error)) return null
      throw error
    }
  }

  languageChanged(): void {
    if (this.ref) void this.open(this.ref)
  }

  reset(): void {
    this.detail.clear()
    this.ref = null
  }

  private isCurrent({ id, uuid }: ClipRef): boolean {
    return id === this.ref?.id && uuid === this.ref.uuid
  }

  private fetchClip({ id, uuid }: ClipRef, signal?: AbortSignal): Promise<Clip> {
    return uuid === null ? this.api.get(id, signal) : this.api.getShared(id, uuid, signal)
  }
}

/** The clip of `/watch_library/{id}`. */
export const clipStore = (api: Api, clips: ClipsStore): ClipDetailStore =>
  new ClipDetailStore(new ClipsApi(api), clips.resolve(clipCacheStore))

/** The clip of `/share/{id}/{uuid}`. */
export const sharedClipStore = (api: Api, clips: ClipsStore): ClipDetailStore =>
  new ClipDetailStore(new ClipsApi(api), clips.resolve(clipCacheStore))
