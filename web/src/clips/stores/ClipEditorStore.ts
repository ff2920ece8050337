import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import { isNotFound } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import type { PlayerController, SignedUrl } from '@/shared/player'
import { Form } from '@/shared/stores/Form'
import { Latest } from '@/shared/stores/Latest'
import { ClipsApi } from '../api'
import {
  type Allowance,
  type Clip,
  type CutEvent,
  MEDIA,
  type Media,
  mediumOf,
  type NewClip,
  sourceOf,
} from '../model'
import type { ClipsStore } from '../store'
import { clamp, frameAt, LONGEST, SHORTEST } from '../timeline'
import { type ClipsBook, clipsBook } from './ClipsBook'
import { RangeStore } from './RangeStore'
import { wrongWords } from './RenameStore'

export const PAST_THE_END = 'Your clip duration is longer than the end time'
export const TOO_LONG = `Field length must be less than ${LONGEST}`
/** What `POST /clip` keeps of a name, of a tag, and of tags. */
export const LONGEST_NAME = 80
export const LONGEST_TAG = 40
export const MOST_TAGS = 10
/** Two ranges that differ by less than this, in seconds, are the same one. */
const SAME = 0.002

/** What the editor begins with: a moment, or a clip that was made. */
export interface Wish {
  /** Seconds of a recording. */
  at: number | null
  /** Milliseconds since the epoch, of a live game. */
  instant: number | null
  clip: number | null
}

/** Cutting a clip out of a game (§5; look.md, "Clip editor"): the range, its words, and what came of it. */
export class ClipEditorStore {
  readonly detail = new Latest<CutEvent>()
  /** How many clips the passes let the viewer make. */
  readonly allowance = new Latest<Allowance | null>()
  readonly range = new RangeStore()
  readonly form = new Form<{ name: string; tags: readonly string[] }>({ name: '', tags: [] })
  /** What was cut here, the newest first. */
  made: readonly Clip[] = []
  /** A clip that is cut anew: another range makes another clip in its place. */
  edited: Clip | null = null
  /** Whether what was saved last has another clip's place, which could not be taken away. */
  oldStays = false
  private medium: Media | null = null
  private id: number | null = null
  private player: PlayerController | null = null
  private wish: Wish = { at: null, instant: null, clip: null }

  constructor(
    private readonly api: ClipsApi,
    readonly book: ClipsBook,
  ) {
    makeObservable<ClipEditorStore, 'medium' | 'enter'>(this, {
      made: observableRef,
      edited: observableRef,
      medium: observableRef,
      event: computed,
      source: computed,
      isLive: computed,
      shown: computed,
      left: computed,
      enter: action,
      edit: action,
      again: action,
      reset: action,
    })
  }

  get event(): CutEvent | null {
    return this.detail.value
  }

  /** The clips that were cut here, as far as they are there. */
  get shown(): Clip[] {
    return this.made.flatMap(clip => this.book.newest(clip) ?? [])
  }

  /** What plays; null where this viewer may not watch it, or nothing is there yet. */
  get source(): SignedUrl | null {
    return this.medium && sourceOf(this.medium)
  }

  get isLive(): boolean {
    return this.medium?.type === MEDIA.live
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
  get left(): number | null {
    const { value } = this.allowance
    return value?.most == null ? null : Math.max(0, value.most - value.used)
  }

  /** Asks for the game, and for the clip that is cut anew. */
  async open(id: number, clip: number | null): Promise<void> {
    this.enter(id)
    void this.count()
    const [edited] = await Promise.all([
      clip === null ? null : this.api.clip(clip).catch(() => null),
      this.detail.ask(signal => this.api.event(id, signal)),
    ])
    if (id !== this.id) return
    const event = this.detail.value
    runInAction(() => {
      this.medium = event && mediumOf(event)
      if (edited?.is_own && edited.event_id === id) this.edit(edited)
    })
    this.look()
  }

  /** Somebody comes, with another moment each time; what they cut here before stays to be seen. */
  private enter(id: number): void {
    if (id !== this.id) this.reset()
    this.id = id
    this.range.placed = false
    if (this.edited) this.again()
  }

  private count(): Promise<void> {
    return this.allowance.ask(signal => this.api.allowance(signal))
  }

  /** A freshly signed address of what plays; null when this viewer may not have it any more. */
  async freshStream(): Promise<SignedUrl | null> {
    if (this.id === null) return null
    const type = this.medium?.type
    const { media } = await this.api.event(this.id)
    const found = media.find(each => each.type === type)
    return found ? sourceOf(found) : null
  }

  /** The player is there, or is no more. */
  attach(player: PlayerController | null, wish: Wish): void {
    this.player = player
    this.wish = wish
    this.look()
  }

  /** Where the picture begins, in seconds of a recording. */
  beginsAt({ at }: Wish): number {
    const { edited, medium } = this
    if (this.isLive) return 0
    return edited && edited.event_media_id === medium?.id ? edited.start_time : (at ?? 0)
  }

  /** Takes in what the player shows now. */
  look(): void {
    const { player, range } = this
    if (!player) return
    const head = player.time()
    const origin = this.timeOf(head) - head
    range.look({ head, whole: player.window(), rate: player.frameRate(), origin })
    // A player that has just come does not know how long its film is.
    if (!range.placed && range.whole.end - range.whole.start >= SHORTEST) this.place(this.wish)
  }

  /** Shows the picture at an instant, and stands there. */
  goTo(seconds: number): void {
    const { player, range } = this
    if (!player) return
    const { start, end } = range.whole
    player.pause()
    player.seek(clamp(frameAt(seconds, range.rate), start, end) + 0.5 / range.rate)
    this.look()
  }

  /** Moves an end of what is chosen, and shows the first or the last frame of it. */
  move(side: 'start' | 'end', seconds: number): void {
    const { range } = this
    if (side === 'start') range.setStart(seconds)
    else range.setEnd(seconds)
    this.moved(side)
  }

  /** An end was typed; one that is not there stays, and is told so. */
  type(side: 'start' | 'end', seconds: number): void {
    const { range } = this
    if (side === 'start') range.typeStart(seconds)
    else range.typeEnd(seconds)
    this.moved(side)
  }

  /** The frame that is shown becomes the first or the last one. */
  mark(side: 'start' | 'end'): void {
    this.look()
    if (side === 'start') this.range.markStart()
    else this.range.markEnd()
    this.form.forget('duration')
  }

  /** What was said of the length holds no longer; the end that moved is shown. */
  private moved(side: 'start' | 'end'): void {
    this.form.forget('duration')
    const { start, end, rate } = this.range
    this.goTo(side === 'start' ? start : end - 1 / rate)
  }

  /** Plays what is chosen from its beginning; stops what plays. */
  preview(): void {
    const { player, range } = this
    if (!player) return
    const { start, end, rate } = range
    const head = player.time()
    if (!player.paused) player.pause()
    else {
      if (head < start || head >= end - 1 / rate) player.seek(start + 0.5 / rate)
      player.play()
    }
  }

  private place({ at, instant }: Wish): void {
    const { range, edited, player } = this
    if (!player) return
    const shift = player.time() - this.timeOf(player.time())
    if (edited && edited.event_media_id === this.medium?.id) {
      const start = edited.start_time + shift
      range.place(range.whole, { start, end: start + edited.duration })
    } else {
      const now = player.instant()
      const seen = instant !== null && now !== null ? player.time() + (instant - now) / 1000 : at
      range.place(range.whole, { at: seen ?? (this.isLive ? range.whole.end : 0) })
    }
  }

  /** Where an instant of the player is in the medium, as `POST /clip` counts it. */
  private timeOf(seconds: number): number {
    const { medium, player } = this
    if (medium?.type !== MEDIA.live) return seconds
    const instant = player?.instant(seconds) ?? null
    return instant === null ? seconds : instant / 1000 - (medium.start_ts ?? 0)
  }

  /** Saves what is chosen; the clip, or null where something is wrong, which the form then says. */
  async save(): Promise<Clip | null> {
    const { medium, form } = this
    if (!medium || this.id === null || form.busy) return null
    if (form.refuse(this.wrong())) return null
    const wish = this.wishOf(this.id, medium)
    const done = await form.submit(() => this.send(wish))
    if (!done) return null
    const clip = done.answer
    runInAction(() => {
      this.made = [clip, ...this.made.filter(({ id }) => id !== clip.id)]
    })
    this.book.keep(clip)
    this.again()
    void this.count()
    return clip
  }

  /** Cuts a clip anew: its words stand in the form. */
  edit(clip: Clip): void {
    this.edited = clip
    this.form.clear()
    this.form.change('name', clip.name)
    this.form.change('tags', clip.tags)
    this.range.placed = false
    this.look()
  }

  /** The next clip of the same game: with words of its own. */
  again(): void {
    this.edited = null
    this.form.clear()
  }

  /** What is wrong, by field, in the words of §5. */
  private wrong(): Record<string, string[]> {
    const errors = wrongWords(this.form.values)
    if (this.range.isTooLong) errors.duration = [TOO_LONG]
    else if (this.range.isPastEnd) errors.duration = [PAST_THE_END]
    return errors
  }

  private wishOf(event_id: number, { id }: Media): NewClip {
    const { start, end } = this.range
    const { name, tags } = this.form.values
    const begins = this.timeOf(start)
    const duration = inMilliseconds(this.timeOf(end) - begins)
    return {
      event_id,
      event_media_id: id,
      name: name.trim(),
      start_time: inMilliseconds(begins),
      duration,
      tags,
    }
  }

  /** A clip whose range is as it was gets other words; else a new one takes its place. */
  private async send(wish: NewClip): Promise<Clip> {
    const { edited } = this
    this.oldStays = false
    if (!edited) return this.api.save(wish)
    const { name, tags } = wish
    if (edited.state !== 'failed' && isSameRange(edited, wish))
      return this.api.change(edited.id, { name, tags })
    const clip = await this.api.save(wish)
    // The same range and words bring the same clip; another one is not wanted twice.
    if (clip.id === edited.id) return clip.state === 'failed' ? this.api.retry(clip.id) : clip
    this.oldStays = (await this.book.delete(edited.id)) !== null
    return clip
  }

  /** The game's name alone: what is chosen of it, and the words for that, stay. */
  languageChanged(): void {
    void this.detail.again()
  }

  reset(): void {
    this.id = null
    this.medium = null
    this.edited = null
    this.made = []
    this.detail.clear()
    this.allowance.clear()
    this.form.clear()
    this.range.reset()
  }
}

const inMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000

function isSameRange(clip: Clip, wish: NewClip): boolean {
  const off = Math.max(Math.abs(clip.start_time - wish.start_time), Math.abs(clip.duration - wish.duration))
  return clip.event_media_id === wish.event_media_id && off < SAME
}

export const clipEditorStore = (api: Api, clips: ClipsStore): ClipEditorStore =>
  new ClipEditorStore(new ClipsApi(api), clips.bring(clipsBook))
