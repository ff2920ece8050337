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
/** What `POST /clip` keeps of a name, of a tag, and of tags. */
export const MAX_NAME_LENGTH = 80
export const MAX_TAG_LENGTH = 40
export const MAX_TAGS = 10
/** Two ranges that differ by less than this, in seconds, are the same one. */
const RANGE_TOLERANCE = 0.002

/** What the editor begins with: a moment, or a clip that was made. */
export interface EditorParams {
  /** Seconds of a recording. */
  at: number | null
  /** Milliseconds since the epoch, of a live game. */
  instant: number | null
  clip: number | null
}

/** What was saved. */
interface SavedClip {
  clip: Clip
  /** The clip that it replaces could not be deleted. */
  isReplacedClipKept: boolean
}

/** Cutting a clip out of a game (§5; look.md, "Clip editor"): the range, its words, and what came of it. */
export class ClipEditorStore {
  readonly detail = new AsyncValue<ClippableEvent>()
  /** How many clips the passes let the viewer make. */
  readonly allowance = new AsyncValue<Allowance | null>()
  readonly range = new RangeStore()
  readonly form = new Form<{ name: string; tags: readonly string[] }>({ name: '', tags: [] })
  /** What was cut here, the newest first. */
  createdClips: readonly Clip[] = []
  /** A clip that is cut anew: another range makes another clip in its place. */
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

  /** The clips that were cut here, as far as they are there. */
  get visibleClips(): Clip[] {
    return this.createdClips.flatMap(clip => this.clipCache.latest(clip) ?? [])
  }

  /** What plays; null where this viewer may not watch it, or nothing is there yet. */
  get source(): SignedUrl | null {
    return this.media && toSignedUrl(this.media)
  }

  get isLive(): boolean {
    return this.media?.type === MEDIA.live
  }

  /** Why the game of this id did not come. As its page is first drawn, the error of the one before still stands here. */
  errorOf(id: number): unknown {
    const { error } = this.detail
    return id === this.id ? error : null
  }

  /** This channel has no game of this id. */
  isMissing(id: number): boolean {
    return isNotFound(this.errorOf(id))
  }

  /** How many clips the passes still let the viewer make; null where they say nothing. */
  get remainingClips(): number | null {
    const { value } = this.allowance
    return value?.most == null ? null : Math.max(0, value.most - value.used)
  }

  /** Asks for the game, and for the clip that is cut anew. */
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

  /** Somebody comes, with another moment each time; what they cut here before stays to be seen. */
  private start(id: number): void {
    if (id !== this.id) this.reset()
    this.id = id
    this.range.isInitialized = false
    if (this.editedClip) this.startNext()
  }

  private loadAllowance(): Promise<void> {
    return this.allowance.load(signal => this.api.allowance(signal))
  }

  /** A freshly signed address of what plays; null when this viewer may not have it any more. */
  async refreshStreamUrl(): Promise<SignedUrl | null> {
    if (this.id === null) return null
    const type = this.media?.type
    const { media } = await this.api.event(this.id)
    const found = media.find(each => each.type === type)
    return found ? toSignedUrl(found) : null
  }

  /** The player is there, or is no more. */
  attach(player: PlayerController | null, params: EditorParams): void {
    this.player = player
    this.params = params
    this.syncWithPlayer()
  }

  /** Where the picture begins, in seconds of a recording. */
  startPosition({ at }: EditorParams): number {
    const { editedClip: edited, media: medium } = this
    if (this.isLive) return 0
    return edited && edited.event_media_id === medium?.id ? edited.start_time : (at ?? 0)
  }

  /** Takes in what the player shows now. */
  syncWithPlayer(): void {
    const { player, range } = this
    if (!player) return
    const head = player.time()
    const origin = this.mediaTime(head) - head
    range.syncWithPlayer({
      playhead: head,
      available: player.window(),
      frameRate: player.frameRate(),
      origin,
    })
    // A player that has just come does not know how long its film is.
    if (!range.isInitialized && range.available.end - range.available.start >= MIN_CLIP_SECONDS)
      this.placeRange(this.params)
  }

  /** Shows the picture at an instant, and stands there. */
  seekTo(seconds: number): void {
    const { player, range } = this
    if (!player) return
    const { start, end } = range.available
    player.pause()
    player.seek(clamp(frameStartAt(seconds, range.frameRate), start, end) + 0.5 / range.frameRate)
    this.syncWithPlayer()
  }

  /** Moves an end of what is chosen, and shows the first or the last frame of it. */
  moveEnd(side: 'start' | 'end', seconds: number): void {
    const { range } = this
    if (side === 'start') range.setStart(seconds)
    else range.setEnd(seconds)
    this.handleEndMoved(side)
  }

  /** An end was typed; one that is not there stays, and is told so. */
  setTypedEnd(side: 'start' | 'end', seconds: number): void {
    const { range } = this
    if (side === 'start') range.typeStart(seconds)
    else range.typeEnd(seconds)
    this.handleEndMoved(side)
  }

  /** The frame that is shown becomes the first or the last one. */
  markEnd(side: 'start' | 'end'): void {
    this.syncWithPlayer()
    if (side === 'start') this.range.markStart()
    else this.range.markEnd()
    this.form.clearError('duration')
  }

  /** What was said of the length holds no longer; the end that moved is shown. */
  private handleEndMoved(side: 'start' | 'end'): void {
    this.form.clearError('duration')
    const { start, end, frameRate: rate } = this.range
    this.seekTo(side === 'start' ? start : end - 1 / rate)
  }

  /** Plays what is chosen from its beginning; stops what plays. */
  preview(): void {
    const { player, range } = this
    if (!player) return
    const { start, end, frameRate: rate } = range
    const head = player.time()
    if (!player.paused) player.pause()
    else {
      if (head < start || head >= end - 1 / rate) player.seek(start + 0.5 / rate)
      player.play()
    }
  }

  private placeRange({ at, instant }: EditorParams): void {
    const { range, editedClip: edited, player } = this
    if (!player) return
    const shift = player.time() - this.mediaTime(player.time())
    if (edited && edited.event_media_id === this.media?.id) {
      const start = edited.start_time + shift
      range.initialize(range.available, { start, end: start + edited.duration })
    } else {
      const now = player.instant()
      const seen = instant !== null && now !== null ? player.time() + (instant - now) / 1000 : at
      range.initialize(range.available, { at: seen ?? (this.isLive ? range.available.end : 0) })
    }
  }

  /** Where an instant of the player is in the medium, as `POST /clip` counts it. */
  private mediaTime(seconds: number): number {
    const { media: medium, player } = this
    if (medium?.type !== MEDIA.live) return seconds
    const instant = player?.instant(seconds) ?? null
    return instant === null ? seconds : instant / 1000 - (medium.start_ts ?? 0)
  }

  /** Saves what is chosen; the clip, or null where something is wrong, which the form then says. */
  async save(): Promise<SavedClip | null> {
    const { media: medium, form } = this
    if (!medium || this.id === null || form.busy) return null
    if (form.setErrors(this.validate())) return null
    const params = this.toNewClip(this.id, medium)
    const done = await form.submit(() => this.saveClip(params))
    if (!done) return null
    const { clip } = done.answer
    runInAction(() => {
      this.createdClips = [clip, ...this.createdClips.filter(({ id }) => id !== clip.id)]
    })
    this.clipCache.save(clip)
    this.startNext()
    void this.loadAllowance()
    return done.answer
  }

  /** Cuts a clip anew: its words stand in the form. */
  edit(clip: Clip): void {
    this.editedClip = clip
    this.form.clear()
    this.form.change('name', clip.name)
    this.form.change('tags', clip.tags)
    this.range.isInitialized = false
    this.syncWithPlayer()
  }

  /** The next clip of the same game: with words of its own. */
  startNext(): void {
    this.editedClip = null
    this.form.clear()
  }

  /** What is wrong, by field, in the words of §5. */
  private validate(): Record<string, ErrorMessage[]> {
    const errors = validateClipText(this.form.values)
    if (this.range.isTooLong) errors.duration = [CLIP_TOO_LONG]
    else if (this.range.isPastEnd) errors.duration = [RANGE_PAST_END]
    return errors
  }

  private toNewClip(event_id: number, { id }: Media): NewClip {
    const { start, end } = this.range
    const { name, tags } = this.form.values
    const begins = this.mediaTime(start)
    const duration = roundToMs(this.mediaTime(end) - begins)
    return {
      event_id,
      event_media_id: id,
      name: name.trim(),
      start_time: roundToMs(begins),
      duration,
      tags,
    }
  }

  /** A clip whose range is as it was gets other words; else a new one takes its place. */
  private async saveClip(params: NewClip): Promise<SavedClip> {
    const { editedClip: edited } = this
    if (edited && edited.state !== 'failed' && isSameRange(edited, params)) {
      const { name, tags } = params
      return { clip: await this.api.update(edited.id, { name, tags }), isReplacedClipKept: false }
    }
    const clip = await this.api.save(params)
    if (!edited) return { clip, isReplacedClipKept: false }
    if (clip.id !== edited.id)
      return { clip, isReplacedClipKept: (await this.clipCache.delete(edited.id)) !== null }
    // The same range and words bring the same clip; another one is not wanted twice.
    const started = clip.state === 'failed' ? await this.api.retry(clip.id) : clip
    return { clip: started, isReplacedClipKept: false }
  }

  /** The game's name alone: what is chosen of it, and the words for that, stay. */
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
  const off = Math.max(
    Math.abs(clip.start_time - params.start_time),
    Math.abs(clip.duration - params.duration),
  )
  return clip.event_media_id === params.event_media_id && off < RANGE_TOLERANCE
}

export const clipEditorStore = (api: Api, clips: ClipsStore): ClipEditorStore =>
  new ClipEditorStore(new ClipsApi(api), clips.resolve(clipCacheStore))
