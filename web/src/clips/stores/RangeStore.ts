import { action, computed, makeObservable, observable, observableRef } from 'mobx'
import { DEFAULT_FRAME_RATE } from '@/shared/player'
import {
  clamp,
  frameStartAt,
  MAX_CLIP_SECONDS,
  MIN_CLIP_SECONDS,
  nearestCut,
  needsRefit,
  type Span,
  visibleAround,
} from '../timeline'

/** What is chosen before anybody chose: the seconds before the moment that somebody saw. */
const SECONDS_BEFORE = 15
const SECONDS_AFTER = 5

/**
 * What is chosen of a game, to the frame: seconds of the player's clock.
 *
 * `end` is the cut after the last frame. Handles stop where a clip would be too long or too short; what is
 * typed may say what there is not, and is told so.
 */
export class RangeStore {
  start = 0
  end = 0
  /** Where the picture is. */
  playhead = 0
  /** What there is. */
  available: Span = { start: 0, end: 0 }
  /** What the film strip shows. */
  visible: Span = { start: 0, end: 1 }
  /** Frames a second. */
  frameRate = DEFAULT_FRAME_RATE
  /** What the viewer sees as the time of the player's second 0. */
  origin = 0
  isInitialized = false

  constructor() {
    makeObservable(this, {
      start: observable,
      end: observable,
      playhead: observable,
      available: observableRef,
      visible: observableRef,
      frameRate: observable,
      origin: observable,
      isInitialized: observable,
      length: computed,
      isPastEnd: computed,
      isTooLong: computed,
      initialize: action,
      syncWithPlayer: action,
      setStart: action,
      setEnd: action,
      typeStart: action,
      typeEnd: action,
      markStart: action,
      markEnd: action,
      fitVisible: action,
      reset: action,
    })
  }

  get length(): number {
    return this.end - this.start
  }

  /** It goes on after the end of what there is. */
  get isPastEnd(): boolean {
    return this.isInitialized && this.end > this.available.end + 1.5 / this.frameRate
  }

  /** It was typed longer than a clip may be. */
  get isTooLong(): boolean {
    return this.isInitialized && this.length > MAX_CLIP_SECONDS + 0.5 / this.frameRate
  }

  /** Begins: with the moment that somebody saw, or with what they chose before. */
  initialize(whole: Span, selection: { at: number } | Span): void {
    this.available = whole
    const span =
      'at' in selection
        ? { start: selection.at - SECONDS_BEFORE, end: selection.at + SECONDS_AFTER }
        : selection
    const length = Math.min(span.end - span.start, whole.end - whole.start)
    const start = clamp(span.start, whole.start, Math.max(whole.start, whole.end - length))
    this.start = this.clampToStart(nearestCut(start, this.frameRate))
    this.end = Math.min(
      nearestCut(start + length, this.frameRate),
      Math.max(whole.end, start + MIN_CLIP_SECONDS),
    )
    this.isInitialized = true
    this.fitVisible(true)
  }

  /** Takes in what the player shows now. */
  syncWithPlayer({
    playhead: head,
    available: whole,
    frameRate: rate,
    origin,
  }: Pick<RangeStore, 'playhead' | 'available' | 'frameRate' | 'origin'>): void {
    this.playhead = head
    this.frameRate = rate
    this.origin = origin
    const { start, end } = this.available
    if (whole.start !== start || whole.end !== end) this.available = whole
  }

  /** Moves the handle at the beginning. */
  setStart(seconds: number): void {
    this.start = this.clampToStart(
      clamp(nearestCut(seconds, this.frameRate), this.end - MAX_CLIP_SECONDS, this.end - MIN_CLIP_SECONDS),
    )
  }

  /** Moves the handle at the end. */
  setEnd(seconds: number): void {
    const most = Math.min(this.start + MAX_CLIP_SECONDS, this.lastCutPoint)
    this.end = clamp(
      nearestCut(seconds, this.frameRate),
      this.start + MIN_CLIP_SECONDS,
      Math.max(most, this.start + MIN_CLIP_SECONDS),
    )
  }

  /** May lie further from the end than a clip is long. */
  typeStart(seconds: number): void {
    this.start = this.clampToStart(Math.min(nearestCut(seconds, this.frameRate), this.end - MIN_CLIP_SECONDS))
    this.fitVisible()
  }

  /** May lie after the end of what there is, or of what a clip can be. */
  typeEnd(seconds: number): void {
    this.end = Math.max(nearestCut(seconds, this.frameRate), this.start + MIN_CLIP_SECONDS)
    this.fitVisible()
  }

  /** The frame that is shown becomes the first one; where that is after the end, all of it moves there. */
  markStart(): void {
    const { length } = this
    const start = this.clampToStart(frameStartAt(this.playhead, this.frameRate))
    if (start > this.end - MIN_CLIP_SECONDS)
      this.end = Math.max(start + MIN_CLIP_SECONDS, Math.min(start + length, this.lastCutPoint))
    this.start = start
    this.end = Math.min(this.end, start + MAX_CLIP_SECONDS)
    this.fitVisible()
  }

  /** The frame that is shown becomes the last one. */
  markEnd(): void {
    const { length } = this
    const end = frameStartAt(this.playhead, this.frameRate) + 1 / this.frameRate
    if (end < this.start + MIN_CLIP_SECONDS) this.start = this.clampToStart(end - length)
    this.start = Math.max(this.start, end - MAX_CLIP_SECONDS)
    this.end = Math.max(end, this.start + MIN_CLIP_SECONDS)
    this.fitVisible()
  }

  /** Moves the strip where what is chosen has outgrown it; not while a handle is held. */
  fitVisible(always = false): void {
    if (always || needsRefit(this.visible, this, this.available))
      this.visible = visibleAround(this, this.available)
  }

  reset(): void {
    this.isInitialized = false
    this.start = this.end = this.playhead = this.origin = 0
  }

  private get lastCutPoint(): number {
    return nearestCut(this.available.end, this.frameRate)
  }

  private clampToStart(start: number): number {
    return Math.max(this.available.start, start)
  }
}
