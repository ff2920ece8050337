import Plyr from 'plyr'
import type { LiveWindow, Stream } from '../stream/Stream'
import type { PlayerTexts } from '../texts'
import { createButton, insertBefore } from './extraButtons'
import { formatLiveDelay } from './liveDelayLabel'

/** Closer to the edge than this, a viewer is live: less than one step back. */
const LIVE_THRESHOLD_SECONDS = 5
/** A start that took longer than this, in seconds, is made up for at once. */
const MAX_START_DELAY = 1
/** Near the edge the picture runs a little faster or slower to meet it, so that all viewers see the same moment. */
const CATCH_UP_THRESHOLD = 0.5
const FAST_RATE = 1.05
const SLOW_RATE = 0.95

function playbackRateAt(behind: number): number {
  if (behind < -MAX_START_DELAY) return SLOW_RATE
  return behind > CATCH_UP_THRESHOLD && behind < LIVE_THRESHOLD_SECONDS ? FAST_RATE : 1
}

/**
 * Plyr's controls over a live stream: the bar runs from the oldest instant to now, and grows; the
 * time says how far behind one is; LIVE is lit at the edge and leads there. When the stream has
 * ended, they are those of a recording.
 */
export class LiveControls {
  private readonly live: HTMLButtonElement
  private readonly delayLabel = document.createElement('span')
  private readonly updateTimer: ReturnType<typeof setInterval>
  private readonly abort = new AbortController()
  private hasStarted = false
  /** Where this viewer was last brought to the others. */
  private lastSyncedAt = 0

  constructor(
    private readonly plyr: Plyr,
    private readonly stream: Pick<Stream, 'liveWindow'>,
    private readonly video: HTMLVideoElement,
    private readonly texts: PlayerTexts,
    /** Whether one moment is on for everybody, and nobody may be ahead of it. */
    private readonly isSynchronized = false,
  ) {
    this.live = createButton('live', texts.goLive, () => this.catchUp())
    this.live.textContent = texts.live
    this.delayLabel.className = 'plyr__controls__item plyr__time plyr__live-delay'
    insertBefore(plyr, '.plyr__time--current', this.live)
    insertBefore(plyr, '.plyr__time--current', this.delayLabel)
    this.patchDuration()
    this.resetPlaybackRate()
    this.listen()
    this.updateTimer = setInterval(() => this.update(), 1000)
    this.update()
  }

  /** To what is on now. */
  catchUp(): void {
    const window = this.stream.liveWindow()
    if (window) this.video.currentTime = window.edge
    void this.video.play().catch(() => undefined) // the browser wants a press on play first
  }

  destroy(): void {
    this.abort.abort()
    clearInterval(this.updateTimer)
  }

  /** Plyr measures by the video, whose clock need not begin where the bar does and may have no end. */
  private patchDuration(): void {
    const { plyr, video } = this
    const ofRecording = (name: 'duration' | 'currentTime' | 'buffered'): number =>
      Reflect.get(Plyr.prototype, name, plyr)
    const ofLive = (measured: (window: LiveWindow) => number, otherwise: () => number) => () => {
      const window = this.stream.liveWindow()
      return window ? measured(window) : otherwise()
    }
    Object.defineProperties(plyr, {
      duration: { get: ofLive(windowLength, () => ofRecording('duration')) },
      currentTime: {
        get: ofLive(
          ({ start, edge }) => Math.max(0, Math.min(video.currentTime, edge) - start),
          () => ofRecording('currentTime'),
        ),
        set: (at: number) => this.seekTo(at),
      },
      buffered: {
        get: ofLive(
          window => Math.min(1, (bufferedAhead(video) - window.start) / windowLength(window)),
          () => ofRecording('buffered'),
        ),
      },
    })
  }

  private seekTo(at: number): void {
    this.hasStarted = true
    const window = this.stream.liveWindow()
    if (window) this.video.currentTime = window.start + Math.min(Math.max(0, at), windowLength(window))
    else Reflect.set(Plyr.prototype, 'currentTime', at, this.plyr)
  }

  /** A live stream has one speed; the one that was chosen for recordings stays chosen for them. */
  private resetPlaybackRate(): void {
    const { storage } = this.plyr
    const set = storage.set
    storage.set = values => {
      const { speed, ...others } = values
      set(this.stream.liveWindow() ? others : values)
    }
  }

  private listen(): void {
    const { signal } = this.abort
    for (const name of ['timeupdate', 'seeking', 'seeked', 'durationchange', 'ratechange'])
      this.video.addEventListener(name, () => this.update(), { signal })
    this.video.addEventListener('play', () => this.handlePlay(), { signal })
    this.video.addEventListener(
      'playing',
      () => {
        this.handlePlay()
        this.hasStarted = true
      },
      { signal },
    )
    for (const name of ['mousemove', 'mouseenter'])
      this.plyr.elements.progress?.addEventListener(name, () => this.updateTooltip(), { signal })
  }

  /** Who lets the page stand for a while and then presses play wants the game, not what it was then. */
  private handlePlay(): void {
    const window = this.stream.liveWindow()
    if (!this.hasStarted && window && window.edge - this.video.currentTime > MAX_START_DELAY)
      this.video.currentTime = window.edge
  }

  private update(): void {
    const window = this.stream.liveWindow()
    this.plyr.elements.container?.classList.toggle('plyr--live', window !== null)
    if (!window) return
    const behind = window.edge - this.video.currentTime
    if (this.isSynchronized) this.syncToEdge(window, behind)
    const rate = playbackRateAt(behind)
    if (this.video.playbackRate !== rate) this.video.playbackRate = rate
    const there = behind < LIVE_THRESHOLD_SECONDS
    this.live.classList.toggle('plyr__live--delayed', !there)
    this.live.setAttribute('aria-disabled', String(there))
    this.delayLabel.textContent = there ? '' : formatLiveDelay(behind)
    this.updateSeekBar(there ? this.texts.live : this.texts.behindLive(formatLiveDelay(behind, '')))
  }

  /** Nobody is ahead of a showing; whom a slow line put back a little is brought to where the others are. */
  private syncToEdge({ edge }: LiveWindow, behind: number): void {
    const { paused, seeking } = this.video
    const ahead = behind < -MAX_START_DELAY
    const late = this.hasStarted && behind > MAX_START_DELAY && behind < LIVE_THRESHOLD_SECONDS
    // One jump has time to come off before the next.
    if (!ahead && (!late || paused || seeking || edge - this.lastSyncedAt < LIVE_THRESHOLD_SECONDS)) return
    this.lastSyncedAt = edge
    this.video.currentTime = edge
  }

  /** Plyr moves the bar with the picture alone; a live one moves while the picture stands, too. */
  private updateSeekBar(label: string): void {
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
    seek.setAttribute('aria-valuetext', label)
  }

  private updateTooltip(): void {
    const tip = this.plyr.elements.progress?.querySelector<HTMLElement>('.plyr__tooltip')
    const window = this.stream.liveWindow()
    if (!tip || !window) return
    const left = windowLength(window) * (1 - Number.parseFloat(tip.style.left) / 100)
    tip.textContent = left < LIVE_THRESHOLD_SECONDS ? this.texts.live : formatLiveDelay(left)
  }
}

const windowLength = ({ start, edge }: LiveWindow): number => Math.max(0, edge - start)

/** How far the picture is there without a gap, from where it is now. */
function bufferedAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let i = 0; i < buffered.length; i++)
    if (buffered.start(i) <= currentTime && buffered.end(i) >= currentTime) return buffered.end(i)
  return currentTime
}
