import { action, computed, makeObservable, observable, observableRef } from 'mobx'
import { USUAL_FRAME_RATE } from '@/shared/player'
import { clamp, cutAt, frameAt, isOutgrown, LONGEST, SHORTEST, type Span, shownAround } from '../timeline'

/** What is chosen before anybody chose: the seconds before the moment that somebody saw. */
const BEFORE = 15
const AFTER = 5

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
  head = 0
  /** What there is. */
  whole: Span = { start: 0, end: 0 }
  /** What the film strip shows. */
  shown: Span = { start: 0, end: 1 }
  /** Frames a second. */
  rate = USUAL_FRAME_RATE
  /** What the viewer sees as the time of the player's second 0. */
  origin = 0
  placed = false

  constructor() {
    makeObservable(this, {
      start: observable,
      end: observable,
      head: observable,
      whole: observableRef,
      shown: observableRef,
      rate: observable,
      origin: observable,
      placed: observable,
      length: computed,
      isPastEnd: computed,
      isTooLong: computed,
      place: action,
      look: action,
      setStart: action,
      setEnd: action,
      typeStart: action,
      typeEnd: action,
      markStart: action,
      markEnd: action,
      frame: action,
      reset: action,
    })
  }

  get length(): number {
    return this.end - this.start
  }

  /** It goes on after the end of what there is. */
  get isPastEnd(): boolean {
    return this.placed && this.end > this.whole.end + 1.5 / this.rate
  }

  /** It was typed longer than a clip may be. */
  get isTooLong(): boolean {
    return this.placed && this.length > LONGEST + 0.5 / this.rate
  }

  /** Begins: with the moment that somebody saw, or with what they chose before. */
  place(whole: Span, wish: { at: number } | Span): void {
    this.whole = whole
    const span = 'at' in wish ? { start: wish.at - BEFORE, end: wish.at + AFTER } : wish
    const length = Math.min(span.end - span.start, whole.end - whole.start)
    const start = clamp(span.start, whole.start, Math.max(whole.start, whole.end - length))
    this.start = this.atLeast(cutAt(start, this.rate))
    this.end = Math.min(cutAt(start + length, this.rate), Math.max(whole.end, start + SHORTEST))
    this.placed = true
    this.frame(true)
  }

  /** Takes in what the player shows now. */
  look({ head, whole, rate, origin }: Pick<RangeStore, 'head' | 'whole' | 'rate' | 'origin'>): void {
    this.head = head
    this.rate = rate
    this.origin = origin
    const { start, end } = this.whole
    if (whole.start !== start || whole.end !== end) this.whole = whole
  }

  /** Moves the handle at the beginning. */
  setStart(seconds: number): void {
    this.start = this.atLeast(clamp(cutAt(seconds, this.rate), this.end - LONGEST, this.end - SHORTEST))
  }

  /** Moves the handle at the end. */
  setEnd(seconds: number): void {
    const most = Math.min(this.start + LONGEST, this.lastCut)
    this.end = clamp(cutAt(seconds, this.rate), this.start + SHORTEST, Math.max(most, this.start + SHORTEST))
  }

  /** May lie further from the end than a clip is long. */
  typeStart(seconds: number): void {
    this.start = this.atLeast(Math.min(cutAt(seconds, this.rate), this.end - SHORTEST))
    this.frame()
  }

  /** May lie after the end of what there is, or of what a clip can be. */
  typeEnd(seconds: number): void {
    this.end = Math.max(cutAt(seconds, this.rate), this.start + SHORTEST)
    this.frame()
  }

  /** The frame that is shown becomes the first one; where that is after the end, all of it moves there. */
  markStart(): void {
    const { length } = this
    const start = this.atLeast(frameAt(this.head, this.rate))
    if (start > this.end - SHORTEST)
      this.end = Math.max(start + SHORTEST, Math.min(start + length, this.lastCut))
    this.start = start
    this.end = Math.min(this.end, start + LONGEST)
    this.frame()
  }

  /** The frame that is shown becomes the last one. */
  markEnd(): void {
    const { length } = this
    const end = frameAt(this.head, this.rate) + 1 / this.rate
    if (end < this.start + SHORTEST) this.start = this.atLeast(end - length)
    this.start = Math.max(this.start, end - LONGEST)
    this.end = Math.max(end, this.start + SHORTEST)
    this.frame()
  }

  /** Moves the strip where what is chosen has outgrown it; not while a handle is held. */
  frame(always = false): void {
    if (always || isOutgrown(this.shown, this, this.whole)) this.shown = shownAround(this, this.whole)
  }

  reset(): void {
    this.placed = false
    this.start = this.end = this.head = this.origin = 0
  }

  private get lastCut(): number {
    return cutAt(this.whole.end, this.rate)
  }

  private atLeast(start: number): number {
    return Math.max(this.whole.start, start)
  }
}
