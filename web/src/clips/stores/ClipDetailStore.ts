import { computed, makeObservable } from 'mobx'
import { isNotFound } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import type { SignedUrl } from '@/shared/player'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { ClipsApi } from '../api'
import type { ClipsStore } from '../ClipsStore'
import { type Clip, toSignedUrl } from '../model'
import { type ClipCacheStore, clipCacheStore } from './ClipCacheStore'

/** A reference to a clip: by its id, or by its id and `uuid` if it is shared. */
export interface ClipRef {
  id: number
  uuid: string | null
}

/** The clip of a clip page. A shared clip plays for everyone who has its `uuid`. */
export class ClipDetailStore {
  readonly detail = new AsyncValue<Clip>()
  private ref: ClipRef | null = null

  constructor(
    private readonly api: ClipsApi,
    readonly clipCache: ClipCacheStore,
  ) {
    makeObservable(this, { clip: computed })
  }

  /** The clip; null while loading, or after its deletion. */
  get clip(): Clip | null {
    const { value } = this.detail
    return value && this.clipCache.latest(value)
  }

  /** Return the clip if it has this id. On the first render, `detail` still holds the previous clip. */
  getClip(id: number, uuid: string | null = null): Clip | null {
    const { clip } = this
    return this.isCurrent({ id, uuid }) ? clip : null
  }

  /** Return whether the owner deleted this clip on this page. */
  isDeleted(id: number): boolean {
    return this.detail.value?.id === id && this.clip === null
  }

  /** Return the load error of this clip. On the first render, `detail` still holds the error of the previous clip. */
  errorOf(id: number, uuid: string | null = null): unknown {
    const { error } = this.detail
    return this.isCurrent({ id, uuid }) ? error : null
  }

  /** Return whether the clip does not exist, or its share link was reset. */
  isMissing(id: number, uuid: string | null = null): boolean {
    const error = this.errorOf(id, uuid)
    return isNotFound(error) || this.isDeleted(id)
  }

  async open(ref: ClipRef): Promise<void> {
    if (!this.isCurrent(ref)) this.detail.clear()
    this.ref = ref
    await this.detail.load(signal => this.fetchClip(ref, signal))
    const { value } = this.detail
    if (value?.is_own) this.clipCache.save(value)
  }

  /** Return a newly signed URL, or null when the viewer has lost access. */
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

/** Create the store of `/watch_library/{id}`. */
export const clipStore = (api: Api, clips: ClipsStore): ClipDetailStore =>
  new ClipDetailStore(new ClipsApi(api), clips.resolve(clipCacheStore))

/** Create the store of `/share/{id}/{uuid}`. */
export const sharedClipStore = (api: Api, clips: ClipsStore): ClipDetailStore =>
  new ClipDetailStore(new ClipsApi(api), clips.resolve(clipCacheStore))
