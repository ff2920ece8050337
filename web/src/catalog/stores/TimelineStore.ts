import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import { isNotFound } from '@/shared/http/errors'
import type { PlayerController, SeekMarker } from '@/shared/player'
import {
  applyDelta,
  formatGameClock,
  instantOf,
  type KeyMoment,
  positionOf,
  type Snapshot,
  snapshotAt,
  type Timeline,
} from '../timeline'
import { TimelineApi } from '../timelineApi'

/** A viewer with hidden scores gets the timeline in steps of this many milliseconds, at most two steps ahead. */
const SHIELD_STEP_MS = 2500

/** What the score bug shows. */
export interface ShownScore {
  away: number
  home: number
  snapshot: Snapshot
  /** What the clock shows, such as `6:12`; null without a clock. */
  clock: string | null
}

/**
 * The timeline of the event on the watch page, at the viewer's own playhead: somebody who is 40 s behind, or watches
 * the recording, sees the score of the picture.
 */
export class TimelineStore {
  timeline: Timeline | null = null
  /** When the shown frame was live, in milliseconds since 1970; null while nothing plays. */
  playheadMs: number | null = null
  /** Whether the key moments after the playhead are shown. */
  showsAll = false
  private eventId: number | null = null
  private language = ''
  /** The player on the page. */
  player: PlayerController | null = null
  /** Where the player was before the viewer played or sought; null after that. */
  private posterSeconds: number | null = null
  private stopListening: (() => void) | null = null
  private pending: AbortController | null = null

  constructor(private readonly api: TimelineApi) {
    makeObservable<TimelineStore, 'eventId'>(this, {
      timeline: observableRef,
      playheadMs: observableRef,
      showsAll: observableRef,
      eventId: observableRef,
      player: observableRef,
      isPlayingGame: computed,
      shownMoments: computed,
      markers: computed,
      open: action,
      attach: action,
      updatePlayhead: action,
      toggleAll: action,
    })
  }

  /** Begin with an event. The timeline of another event is dropped. */
  open(eventId: number, language: string): void {
    if (this.eventId === eventId && this.language === language) return
    this.pending?.abort()
    if (this.eventId !== eventId) {
      this.playheadMs = null
      this.showsAll = false
    }
    this.eventId = eventId
    this.language = language
    this.timeline = null
  }

  /**
   * Request what is new. With `isShielded`, nothing that the viewer has not seen yet: the timeline up to the playhead,
   * and before playback only when the recording was live. Errors are ignored, because the next request comes soon.
   * Return false if the server refused the `token` of a private event.
   */
  async load(isShielded: boolean, token: string | null = null): Promise<boolean> {
    const { eventId, language, timeline, playheadMs } = this
    if (eventId === null || (isShielded && playheadMs === null && timeline)) return true
    this.pending?.abort()
    const pending = new AbortController()
    this.pending = pending
    const query = isShielded
      ? { language, token, untilMs: shieldedUntil(playheadMs) }
      : { language, token, after: timeline?.revision || undefined }
    let isRefused = false
    const answer = await this.api.timeline(eventId, query, pending.signal).catch((error: unknown) => {
      isRefused = token !== null && isNotFound(error)
      return null
    })
    if (!answer || pending.signal.aborted) return !isRefused
    runInAction(() => {
      this.timeline = query.after && timeline ? applyDelta(timeline, answer) : answer
      this.updatePlayhead()
    })
    return true
  }

  /** Follow the playhead of a player; null stops. */
  attach(player: PlayerController | null): void {
    this.stopListening?.()
    this.player = player
    this.posterSeconds = player?.time() ?? null
    this.stopListening = player?.onTimeChange(() => this.updatePlayhead()) ?? null
    this.updatePlayhead()
  }

  /**
   * Before the viewer plays or seeks, the picture is a poster, and there is no playhead. A live stream moves to its edge
   * by itself, so only playing counts there: otherwise its current score would show.
   */
  updatePlayhead(): void {
    const { player, timeline } = this
    const hasMoved = player !== null && !player.isLive() && player.time() !== this.posterSeconds
    if (hasMoved || player?.paused === false) this.posterSeconds = null
    if (!player || this.posterSeconds !== null) {
      this.playheadMs = null
      return
    }
    const instant = player.instant() ?? instantOf(timeline?.recording ?? [], player.time() * 1000)
    if (instant !== this.playheadMs) this.playheadMs = instant
  }

  /** Return the score at a time, or null if the event has none then. */
  scoreAt(atMs: number): ShownScore | null {
    const { timeline } = this
    const snapshot = timeline && snapshotAt(timeline, atMs)
    if (!timeline || !snapshot || timeline.scoring === 'none') return null
    const [away, home] = timeline.scoring === 'sets' ? (snapshot.sets ?? [0, 0]) : snapshot.points
    return { away, home, snapshot, clock: formatGameClock(snapshot.clock, timeline.clock_direction, atMs) }
  }

  /** Whether a game plays whose timeline has a score. */
  get isPlayingGame(): boolean {
    const { timeline, playheadMs } = this
    return playheadMs !== null && timeline !== null && timeline.scoring !== 'none' && timeline.revision > 0
  }

  /** The key moments up to the playhead, or all of them if the viewer asked for those. */
  get shownMoments(): readonly KeyMoment[] {
    const { timeline, playheadMs, showsAll } = this
    if (!timeline || (playheadMs === null && !showsAll)) return []
    return timeline.moments.filter(({ at_ms }) => showsAll || at_ms <= (playheadMs ?? 0))
  }

  /** The positions of the shown moments that can be played now, in seconds of the media clock. */
  get markers(): readonly SeekMarker[] {
    return this.shownMoments.flatMap(moment => {
      const seconds = moment.kind === 'period_end' ? null : this.secondsOf(moment.at_ms)
      return seconds === null ? [] : [{ seconds, isBig: moment.is_big }]
    })
  }

  /** Show the key moments that the viewer has not reached, too. */
  toggleAll(): void {
    this.showsAll = !this.showsAll
  }

  /** Return whether a moment can be played. */
  isPlayable(moment: KeyMoment): boolean {
    return this.secondsOf(moment.at_ms) !== null
  }

  /** Play from `leadSeconds` before a moment. */
  play(moment: KeyMoment, leadSeconds: number): void {
    const seconds = this.secondsOf(moment.at_ms)
    if (seconds === null || !this.player) return
    const { start } = this.player.window()
    this.player.seek(Math.max(start, seconds - leadSeconds))
    this.player.play()
  }

  reset(): void {
    this.pending?.abort()
    this.attach(null)
    runInAction(() => {
      this.eventId = null
      this.timeline = null
    })
  }

  languageChanged(): void {
    runInAction(() => {
      this.timeline = null
    })
  }

  /** Return the position of a time in seconds of the media clock; null if it cannot be played. */
  private secondsOf(atMs: number): number | null {
    const { player, timeline } = this
    if (!player) return null
    const seconds =
      player.instant() === null
        ? (positionOf(timeline?.recording ?? [], atMs) ?? Number.NaN) / 1000
        : liveSecondsOf(player, atMs)
    const { start, end } = player.window()
    return seconds >= start && seconds <= end ? seconds : null
  }
}

/** Return up to when a viewer with hidden scores gets the timeline. */
const shieldedUntil = (playheadMs: number | null) =>
  playheadMs === null ? 0 : (Math.ceil(playheadMs / SHIELD_STEP_MS) + 1) * SHIELD_STEP_MS

/** Return the position of a time in a live stream. The second step corrects for a break in the stream. */
function liveSecondsOf(player: PlayerController, atMs: number): number {
  let seconds = player.time()
  for (let step = 0; step < 2; step += 1) {
    const instant = player.instant(seconds)
    if (instant === null) return Number.NaN
    seconds += (atMs - instant) / 1000
  }
  return seconds
}

export const timelineStore = (): TimelineStore => new TimelineStore(new TimelineApi())
