import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import { type ErrorMessage, isNotFound } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { MEDIA } from '@/shared/mediaTypes'
import type { PlayerController, SignedUrl } from '@/shared/player'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { ClipsApi } from '../api'
import type { ClipsStore } from '../ClipsStore'
import {
  type Allowance,
  type Clip,
  type ClippableEvent,
  clipSource,
  type Media,
  type NewClip,
  toSignedUrl,
} from '../model'
import { clamp, frameStartAt, MAX_CLIP_SECONDS, MIN_CLIP_SECONDS } from '../timeline'
import { type ClipCacheStore, clipCacheStore } from './ClipCacheStore'
import { RangeStore } from './RangeStore'
import { validateClipText } from './RenameStore'

export const RANGE_PAST_END: ErrorMessage = { code: 'errors.clip_past_end' }
export const CLIP_TOO_LONG: ErrorMessage = {
  code: 'errors.too_long',
  params: { number: MAX_CLIP_SECONDS },
}
/** The limits of `POST /clip`: characters of a name, characters of a tag, number of tags. */
export const MAX_NAME_LENGTH = 80
export const MAX_TAG_LENGTH = 40
export const MAX_TAGS = 10
/** Ranges that differ by less than this, in seconds, count as equal. */
const RANGE_TOLERANCE = 0.002

/** The parameters that open the editor: a moment, or an existing clip. */
export interface EditorParams {
  /** A position in a recording, in seconds. */
  at: number | null
  /** An instant of a live event, in milliseconds since the epoch. */
  instant: number | null
  clip: number | null
}

/** The result of a save. */
interface SavedClip {
  clip: Clip
  /** Whether the replaced clip could not be deleted. */
  isReplacedClipKept: boolean
}

/** The clip editor of an event (§5; look.md, "Clip editor"): the range, the name and tags, and the created clips. */
export class ClipEditorStore {
  readonly detail = new AsyncValue<ClippableEvent>()
  /** The number of clips that the viewer's passes allow. */
  readonly allowance = new AsyncValue<Allowance | null>()
  readonly range = new RangeStore()
  readonly form = new Form<{ name: string; tags: readonly string[] }>({ name: '', tags: [] })
  /** The clips created in this editor, newest first. */
  createdClips: readonly Clip[] = []
  /** The clip being edited. A new range replaces it with a new clip. */
  editedClip: Clip | null = null
  private media: Media | null = null
  private id: number | null = null
  private player: PlayerController | null = null
  private params: EditorParams = { at: null, instant: null, clip: null }

  constructor(
    private readonly api: ClipsApi,
    readonly clipCache: ClipCacheStore,
  ) {
    makeObservable<ClipEditorStore, 'media' | 'start'>(this, {
      createdClips: observableRef,
      editedClip: observableRef,
      media: observableRef,
      event: computed,
      source: computed,
      isLive: computed,
      visibleClips: computed,
      remainingClips: computed,
      start: action,
      edit: action,
      startNext: action,
      reset: action,
    })
  }

  get event(): ClippableEvent | null {
    return this.detail.value
  }

  /** The created clips that are not deleted. */
  get visibleClips(): Clip[] {
    return this.createdClips.flatMap(clip => this.clipCache.latest(clip) ?? [])
  }

  /** The stream to play; null while loading, or when the viewer has no access. */
  get source(): SignedUrl | null {
    return this.media && toSignedUrl(this.media)
  }

  get isLive(): boolean {
    return this.media?.type === MEDIA.live
  }

  /** Return the load error of this event. On the first render, `detail` still holds the error of the previous one. */
  errorOf(id: number): unknown {
    const { error } = this.detail
    return id === this.id ? error : null
  }

  /** Return whether the channel has no event with this id. */
  isMissing(id: number): boolean {
    return isNotFound(this.errorOf(id))
  }

  /** The number of clips that the viewer may still create; null without a limit. */
  get remainingClips(): number | null {
    const { value } = this.allowance
    return value?.most == null ? null : Math.max(0, value.most - value.used)
  }

  /** Load the event, and the clip to edit if there is one. */
  async open(id: number, clip: number | null): Promise<void> {
    this.start(id)
    void this.loadAllowance()
    const [edited] = await Promise.all([
      clip === null ? null : this.api.get(clip).catch(() => null),
      this.detail.load(signal => this.api.event(id, signal)),
    ])
    if (id !== this.id) return
    const event = this.detail.value
    runInAction(() => {
      this.media = event && clipSource(event)
      if (edited?.is_own && edited.event_id === id) this.edit(edited)
    })
    this.syncWithPlayer()
  }

  /** Prepare the editor for a visit. Each visit has a new moment. The clips created earlier stay visible. */
  private start(id: number): void {
    if (id !== this.id) this.reset()
    this.id = id
    this.range.isInitialized = false
    if (this.editedClip) this.startNext()
  }

  private loadAllowance(): Promise<void> {
    return this.allowance.load(signal => this.api.allowance(signal))
  }

  /** Return a newly signed URL of the stream, or null when the viewer has lost access. */
  async refreshStreamUrl(): Promise<SignedUrl | null> {
    if (this.id === null) return null
    const type = this.media?.type
    const { media } = await this.api.event(this.id)
    const currentMedia = media.find(candidate => candidate.type === type)
    return currentMedia ? toSignedUrl(currentMedia) : null
  }

  /** Set the player, or null when the page removes it. */
  attach(player: PlayerController | null, params: EditorParams): void {
    this.player = player
    this.params = params
    this.syncWithPlayer()
  }

  /** Return the start position of a recording, in seconds. */
  startPosition({ at }: EditorParams): number {
    const { editedClip, media } = this
    if (this.isLive) return 0
    return editedClip && editedClip.event_media_id === media?.id ? editedClip.start_time : (at ?? 0)
  }

  /** Copy the state of the player. */
  syncWithPlayer(): void {
    const { player, range } = this
    if (!player) return
    const playhead = player.time()
    const origin = this.mediaTime(playhead) - playhead
    range.syncWithPlayer({
      playhead,
      available: player.window(),
      frameRate: player.frameRate(),
      origin,
    })
    // A player that has just loaded does not know the duration of its video.
    if (!range.isInitialized && range.available.end - range.available.start >= MIN_CLIP_SECONDS)
      this.placeRange(this.params)
  }

  /** Pause and show the frame at a position. */
  seekTo(seconds: number): void {
    const { player, range } = this
    if (!player) return
    const { start, end } = range.available
    player.pause()
    player.seek(clamp(frameStartAt(seconds, range.frameRate), start, end) + 0.5 / range.frameRate)
    this.syncWithPlayer()
  }

  /** Move one edge of the range, and show its first or last frame. */
  moveEdge(edge: 'start' | 'end', seconds: number): void {
    const { range } = this
    if (edge === 'start') range.setStart(seconds)
    else range.setEnd(seconds)
    this.handleEdgeMoved(edge)
  }

  /** Set a typed edge. A value outside the video is kept and shown as an error. */
  setTypedEdge(edge: 'start' | 'end', seconds: number): void {
    const { range } = this
    if (edge === 'start') range.typeStart(seconds)
    else range.typeEnd(seconds)
    this.handleEdgeMoved(edge)
  }

  /** Make the visible frame the first or the last one. */
  markEdge(edge: 'start' | 'end'): void {
    this.syncWithPlayer()
    if (edge === 'start') this.range.markStart()
    else this.range.markEnd()
    this.form.clearError('duration')
  }

  /** Clear the duration error and show the frame at the edge that moved. */
  private handleEdgeMoved(edge: 'start' | 'end'): void {
    this.form.clearError('duration')
    const { start, end, frameRate } = this.range
    this.seekTo(edge === 'start' ? start : end - 1 / frameRate)
  }

  /** Play the range from its start, or pause. */
  preview(): void {
    const { player, range } = this
    if (!player) return
    const { start, end, frameRate } = range
    const playhead = player.time()
    if (!player.paused) player.pause()
    else {
      if (playhead < start || playhead >= end - 1 / frameRate) player.seek(start + 0.5 / frameRate)
      player.play()
    }
  }

  private placeRange({ at, instant }: EditorParams): void {
    const { range, editedClip, player } = this
    if (!player) return
    const shift = player.time() - this.mediaTime(player.time())
    if (editedClip && editedClip.event_media_id === this.media?.id) {
      const start = editedClip.start_time + shift
      range.initialize(range.available, { start, end: start + editedClip.duration })
    } else {
      const now = player.instant()
      const moment = instant !== null && now !== null ? player.time() + (instant - now) / 1000 : at
      range.initialize(range.available, { at: moment ?? (this.isLive ? range.available.end : 0) })
    }
  }

  /** Convert a player position to media time, in seconds, which `POST /clip` expects. */
  private mediaTime(seconds: number): number {
    const { media, player } = this
    if (media?.type !== MEDIA.live) return seconds
    const instant = player?.instant(seconds) ?? null
    return instant === null ? seconds : instant / 1000 - (media.start_ts ?? 0)
  }

  /** Save the clip. Return null on an error, which the form shows. */
  async save(): Promise<SavedClip | null> {
    const { media, form } = this
    if (!media || this.id === null || form.isBusy) return null
    if (form.setErrors(this.validate())) return null
    const params = this.toNewClip(this.id, media)
    const result = await form.submit(() => this.saveClip(params))
    if (!result) return null
    const { clip } = result.result
    runInAction(() => {
      this.createdClips = [clip, ...this.createdClips.filter(({ id }) => id !== clip.id)]
    })
    this.clipCache.save(clip)
    this.startNext()
    void this.loadAllowance()
    return result.result
  }

  /** Edit an existing clip. The form shows its name and tags. */
  edit(clip: Clip): void {
    this.editedClip = clip
    this.form.clear()
    this.form.change('name', clip.name)
    this.form.change('tags', clip.tags)
    this.range.isInitialized = false
    this.syncWithPlayer()
  }

  /** Start the next clip of the same event, with an empty form. */
  startNext(): void {
    this.editedClip = null
    this.form.clear()
  }

  /** Return the errors by field (messages: §5). */
  private validate(): Record<string, ErrorMessage[]> {
    const errors = validateClipText(this.form.values)
    if (this.range.isTooLong) errors.duration = [CLIP_TOO_LONG]
    else if (this.range.isPastEnd) errors.duration = [RANGE_PAST_END]
    return errors
  }

  private toNewClip(event_id: number, { id }: Media): NewClip {
    const { start, end } = this.range
    const { name, tags } = this.form.values
    const startTime = this.mediaTime(start)
    const duration = roundToMs(this.mediaTime(end) - startTime)
    return {
      event_id,
      event_media_id: id,
      name: name.trim(),
      start_time: roundToMs(startTime),
      duration,
      tags,
    }
  }

  /** Update the name and tags if the range is unchanged. Otherwise create a new clip and delete the old one. */
  private async saveClip(params: NewClip): Promise<SavedClip> {
    const { editedClip } = this
    if (editedClip && editedClip.state !== 'failed' && isSameRange(editedClip, params)) {
      const { name, tags } = params
      return { clip: await this.api.update(editedClip.id, { name, tags }), isReplacedClipKept: false }
    }
    const clip = await this.api.save(params)
    if (!editedClip) return { clip, isReplacedClipKept: false }
    if (clip.id !== editedClip.id)
      return { clip, isReplacedClipKept: (await this.clipCache.delete(editedClip.id)) !== null }
    // For the same range, name and tags, the server returns the existing clip. Retry that clip if it failed.
    const started = clip.state === 'failed' ? await this.api.retry(clip.id) : clip
    return { clip: started, isReplacedClipKept: false }
  }

  /** Reload the event for its translated name. The range and the form stay as they are. */
  languageChanged(): void {
    void this.detail.reload()
  }

  reset(): void {
    this.id = null
    this.media = null
    this.editedClip = null
    this.createdClips = []
    this.detail.clear()
    this.allowance.clear()
    this.form.clear()
    this.range.reset()
  }
}

const roundToMs = (seconds: number) => Math.round(seconds * 1000) / 1000

function isSameRange(clip: Clip, params: NewClip): boolean {
  const difference = Math.max(
    Math.abs(clip.start_time - params.start_time),
    Math.abs(clip.duration - params.duration),
  )
  return clip.event_media_id === params.event_media_id && difference < RANGE_TOLERANCE
}

export const clipEditorStore = (api: Api, clips: ClipsStore): ClipEditorStore =>
  new ClipEditorStore(new ClipsApi(api), clips.resolve(clipCacheStore))
