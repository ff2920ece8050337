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

/** The default range: seconds before and after the moment that the viewer marked. */
const SECONDS_BEFORE = 15
const SECONDS_AFTER = 5

/**
 * The selected range of an event, exact to the frame, in seconds of the player's clock.
 *
 * `end` is the cut after the last frame. Handles stop at the minimum and maximum length of a clip. A typed value can
 * be outside the video or the limits; it is then shown as an error.
 */
export class RangeStore {
  start = 0
  end = 0
  /** The playback position, in seconds. */
  playhead = 0
  /** The part of the video that is available. */
  available: Span = { start: 0, end: 0 }
  /** The part that the filmstrip shows. */
  visible: Span = { start: 0, end: 1 }
  /** Frames per second. */
  frameRate = DEFAULT_FRAME_RATE
  /** The displayed time at second 0 of the player. */
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

  /** Whether the range ends after the available part. */
  get isPastEnd(): boolean {
    return this.isInitialized && this.end > this.available.end + 1.5 / this.frameRate
  }

  /** Whether the typed range is longer than a clip may be. */
  get isTooLong(): boolean {
    return this.isInitialized && this.length > MAX_CLIP_SECONDS + 0.5 / this.frameRate
  }

  /** Select a range around a moment, or the range of an earlier clip. */
  initialize(available: Span, selection: { at: number } | Span): void {
    this.available = available
    const span =
      'at' in selection
        ? { start: selection.at - SECONDS_BEFORE, end: selection.at + SECONDS_AFTER }
        : selection
    const length = Math.min(span.end - span.start, available.end - available.start)
    const start = clamp(span.start, available.start, Math.max(available.start, available.end - length))
    this.start = this.clampToStart(nearestCut(start, this.frameRate))
    this.end = Math.min(
      nearestCut(start + length, this.frameRate),
      Math.max(available.end, start + MIN_CLIP_SECONDS),
    )
    this.isInitialized = true
    this.fitVisible(true)
  }

  /** Copy the state of the player. */
  syncWithPlayer({
    playhead,
    available,
    frameRate,
    origin,
  }: Pick<RangeStore, 'playhead' | 'available' | 'frameRate' | 'origin'>): void {
    this.playhead = playhead
    this.frameRate = frameRate
    this.origin = origin
    const { start, end } = this.available
    if (available.start !== start || available.end !== end) this.available = available
  }

  /** Move the start handle. */
  setStart(seconds: number): void {
    this.start = this.clampToStart(
      clamp(nearestCut(seconds, this.frameRate), this.end - MAX_CLIP_SECONDS, this.end - MIN_CLIP_SECONDS),
    )
  }

  /** Move the end handle. */
  setEnd(seconds: number): void {
    const maxEnd = Math.min(this.start + MAX_CLIP_SECONDS, this.lastCutPoint)
    this.end = clamp(
      nearestCut(seconds, this.frameRate),
      this.start + MIN_CLIP_SECONDS,
      Math.max(maxEnd, this.start + MIN_CLIP_SECONDS),
    )
  }

  /** Set a typed start. The range may become longer than the maximum length of a clip. */
  typeStart(seconds: number): void {
    this.start = this.clampToStart(Math.min(nearestCut(seconds, this.frameRate), this.end - MIN_CLIP_SECONDS))
    this.fitVisible()
  }

  /** Set a typed end. It may exceed the available part, or the maximum length of a clip. */
  typeEnd(seconds: number): void {
    this.end = Math.max(nearestCut(seconds, this.frameRate), this.start + MIN_CLIP_SECONDS)
    this.fitVisible()
  }

  /** Make the visible frame the first one. If it is after the end, move the complete range. */
  markStart(): void {
    const { length } = this
    const start = this.clampToStart(frameStartAt(this.playhead, this.frameRate))
    if (start > this.end - MIN_CLIP_SECONDS)
      this.end = Math.max(start + MIN_CLIP_SECONDS, Math.min(start + length, this.lastCutPoint))
    this.start = start
    this.end = Math.min(this.end, start + MAX_CLIP_SECONDS)
    this.fitVisible()
  }

  /** Make the visible frame the last one. */
  markEnd(): void {
    const { length } = this
    const end = frameStartAt(this.playhead, this.frameRate) + 1 / this.frameRate
    if (end < this.start + MIN_CLIP_SECONDS) this.start = this.clampToStart(end - length)
    this.start = Math.max(this.start, end - MAX_CLIP_SECONDS)
    this.end = Math.max(end, this.start + MIN_CLIP_SECONDS)
    this.fitVisible()
  }

  /** Move the filmstrip when the range no longer fits. Do not call this while the viewer drags a handle. */
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
