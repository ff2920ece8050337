import Plyr from 'plyr'
import { behindLabel } from './behind'
import { before, button } from './extras'
import type { LiveWindow, Stream } from './stream'
import type { PlayerTexts } from './texts'

/** Closer to the edge than this, a viewer is live: less than one step back. */
const LIVE_SECONDS = 5
/** A start that took longer than this, in seconds, is made up for at once. */
const LATE = 1
/** Near the edge the picture runs a little faster or slower to meet it, so that all viewers see the same moment. */
const NEAR = 0.5
const FASTER = 1.05
const SLOWER = 0.95

function rateAt(behind: number): number {
  if (behind < -LATE) return SLOWER
  return behind > NEAR && behind < LIVE_SECONDS ? FASTER : 1
}

/**
 * Plyr's controls over a live stream: the bar runs from the oldest instant to now, and grows; the
 * time says how far behind one is; LIVE is lit at the edge and leads there. When the stream has
 * ended, they are those of a recording.
 */
export class LiveView {
  private readonly live: HTMLButtonElement
  private readonly behind = document.createElement('span')
  private readonly beat: ReturnType<typeof setInterval>
  private readonly stop = new AbortController()
  private begun = false
  /** Where this viewer was last brought to the others. */
  private met = 0

  constructor(
    private readonly plyr: Plyr,
    private readonly stream: Pick<Stream, 'window'>,
    private readonly video: HTMLVideoElement,
    private readonly texts: PlayerTexts,
    /** Whether one moment is on for everybody, and nobody may be ahead of it. */
    private readonly shared = false,
  ) {
    this.live = button('live', texts.goLive, () => this.catchUp())
    this.live.textContent = texts.live
    this.behind.className = 'plyr__controls__item plyr__time plyr__behind'
    before(plyr, '.plyr__time--current', this.live)
    before(plyr, '.plyr__time--current', this.behind)
    this.measure()
    this.keepSpeed()
    this.listen()
    this.beat = setInterval(() => this.show(), 1000)
    this.show()
  }

  /** To what is on now. */
  catchUp(): void {
    const window = this.stream.window()
    if (window) this.video.currentTime = window.edge
    void this.video.play().catch(() => undefined) // the browser wants a press on play first
  }

  destroy(): void {
    this.stop.abort()
    clearInterval(this.beat)
  }

  /** Plyr measures by the video, whose clock need not begin where the bar does and may have no end. */
  private measure(): void {
    const { plyr, video } = this
    const ofRecording = (name: 'duration' | 'currentTime' | 'buffered'): number =>
      Reflect.get(Plyr.prototype, name, plyr)
    const ofLive = (measured: (window: LiveWindow) => number, otherwise: () => number) => () => {
      const window = this.stream.window()
      return window ? measured(window) : otherwise()
    }
    Object.defineProperties(plyr, {
      duration: { get: ofLive(lengthOf, () => ofRecording('duration')) },
      currentTime: {
        get: ofLive(
          ({ start, edge }) => Math.max(0, Math.min(video.currentTime, edge) - start),
          () => ofRecording('currentTime'),
        ),
        set: (at: number) => this.go(at),
      },
      buffered: {
        get: ofLive(
          window => Math.min(1, (bufferedFrom(video) - window.start) / lengthOf(window)),
          () => ofRecording('buffered'),
        ),
      },
    })
  }

  private go(at: number): void {
    this.begun = true
    const window = this.stream.window()
    if (window) this.video.currentTime = window.start + Math.min(Math.max(0, at), lengthOf(window))
    else Reflect.set(Plyr.prototype, 'currentTime', at, this.plyr)
  }

  /** A live stream has one speed; the one that was chosen for recordings stays chosen for them. */
  private keepSpeed(): void {
    const { storage } = this.plyr
    const set = storage.set
    storage.set = values => {
      const { speed, ...others } = values
      set(this.stream.window() ? others : values)
    }
  }

  private listen(): void {
    const { signal } = this.stop
    for (const name of ['timeupdate', 'seeking', 'seeked', 'durationchange', 'ratechange'])
      this.video.addEventListener(name, () => this.show(), { signal })
    this.video.addEventListener('play', () => this.begin(), { signal })
    this.video.addEventListener(
      'playing',
      () => {
        this.begin()
        this.begun = true
      },
      { signal },
    )
    for (const name of ['mousemove', 'mouseenter'])
      this.plyr.elements.progress?.addEventListener(name, () => this.showTip(), { signal })
  }

  /** Who lets the page stand for a while and then presses play wants the game, not what it was then. */
  private begin(): void {
    const window = this.stream.window()
    if (!this.begun && window && window.edge - this.video.currentTime > LATE)
      this.video.currentTime = window.edge
  }

  private show(): void {
    const window = this.stream.window()
    this.plyr.elements.container?.classList.toggle('plyr--live', window !== null)
    if (!window) return
    const behind = window.edge - this.video.currentTime
    if (this.shared) this.meet(window, behind)
    const rate = rateAt(behind)
    if (this.video.playbackRate !== rate) this.video.playbackRate = rate
    const there = behind < LIVE_SECONDS
    this.live.classList.toggle('plyr__live--behind', !there)
    this.live.setAttribute('aria-disabled', String(there))
    this.behind.textContent = there ? '' : behindLabel(behind)
    this.showSeek(there ? this.texts.live : this.texts.behind(behindLabel(behind, '')))
  }

  /** Nobody is ahead of a showing; whom a slow line put back a little is brought to where the others are. */
  private meet({ edge }: LiveWindow, behind: number): void {
    const { paused, seeking } = this.video
    const ahead = behind < -LATE
    const late = this.begun && behind > LATE && behind < LIVE_SECONDS
    // One jump has time to come off before the next.
    if (!ahead && (!late || paused || seeking || edge - this.met < LIVE_SECONDS)) return
    this.met = edge
    this.video.currentTime = edge
  }

  /** Plyr moves the bar with the picture alone; a live one moves while the picture stands, too. */
  private showSeek(told: string): void {
    const { seek } = this.plyr.elements.inputs
    if (!seek) return
    const held = this.video.seeking || seek.hasAttribute('play-on-seeked')
    if (!held) {
      const per = (100 * this.plyr.currentTime) / (this.plyr.duration || 1)
      seek.setAttribute('value', String(per))
      ;(seek as HTMLInputElement).value = String(per)
      seek.style.setProperty('--value', `${per}%`)
    }
    seek.setAttribute('aria-valuemax', String(this.plyr.duration))
    seek.setAttribute('aria-valuetext', told)
  }

  private showTip(): void {
    const tip = this.plyr.elements.progress?.querySelector<HTMLElement>('.plyr__tooltip')
    const window = this.stream.window()
    if (!tip || !window) return
    const left = lengthOf(window) * (1 - Number.parseFloat(tip.style.left) / 100)
    tip.textContent = left < LIVE_SECONDS ? this.texts.live : behindLabel(left)
  }
}

const lengthOf = ({ start, edge }: LiveWindow): number => Math.max(0, edge - start)

/** How far the picture is there without a gap, from where it is now. */
function bufferedFrom({ buffered, currentTime }: HTMLVideoElement): number {
  for (let i = 0; i < buffered.length; i++)
    if (buffered.start(i) <= currentTime && buffered.end(i) >= currentTime) return buffered.end(i)
  return currentTime
}
