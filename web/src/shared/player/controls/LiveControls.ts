import Plyr from 'plyr'
import type { LiveWindow, Stream } from '../stream/Stream'
import type { PlayerTexts } from '../texts'
import { createButton, insertBefore } from './extraButtons'
import { formatLiveDelay } from './liveDelayLabel'

/** Within this many seconds of the edge, a viewer counts as live. It is less than one step back. */
const LIVE_THRESHOLD_SECONDS = 5
/** If the start is later than this, in seconds, jump to the edge. */
const MAX_START_DELAY = 1
/** Near the edge, playback is slightly faster or slower, so that all viewers see the same moment. Seconds. */
const CATCH_UP_THRESHOLD = 0.15
const FAST_RATE = 1.05
const SLOW_RATE = 0.95

function playbackRateAt(behind: number): number {
  if (behind < -MAX_START_DELAY) return SLOW_RATE
  return behind > CATCH_UP_THRESHOLD && behind < LIVE_THRESHOLD_SECONDS ? FAST_RATE : 1
}

/**
 * Plyr's controls for a live stream. The seek bar runs from the oldest position to the live edge. The time shows the
 * delay. The LIVE button is lit at the edge and jumps there. After the stream ends, the controls are those of a
 * recording.
 */
export class LiveControls {
  private readonly live: HTMLButtonElement
  private readonly delayLabel = document.createElement('span')
  private readonly updateTimer: ReturnType<typeof setInterval>
  private readonly abort = new AbortController()
  private hasStarted = false
  /** The edge position at the last synchronization, in seconds. */
  private lastSyncedAt = 0

  constructor(
    private readonly plyr: Plyr,
    private readonly stream: Pick<Stream, 'liveWindow'>,
    private readonly video: HTMLVideoElement,
    private readonly texts: PlayerTexts,
    /** Whether all viewers see the same moment, and none may be ahead of it. */
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

  /** Jump to the live edge and play. */
  catchUp(): void {
    const window = this.stream.liveWindow()
    if (window) this.video.currentTime = window.edge
    void this.video.play().catch(() => undefined) // the browser requires a press on play first
  }

  destroy(): void {
    this.abort.abort()
    clearInterval(this.updateTimer)
  }

  /** Replace the times of Plyr. Plyr reads the video, but its clock may start before the seek bar or have no end. */
  private patchDuration(): void {
    const { plyr, video } = this
    const recordingValue = recordingValuesOf(plyr)
    const liveValue = (fromWindow: (window: LiveWindow) => number, fallback: () => number) => () => {
      const window = this.stream.liveWindow()
      return window ? fromWindow(window) : fallback()
    }
    Object.defineProperties(plyr, {
      duration: { get: liveValue(windowLength, () => recordingValue('duration')) },
      currentTime: {
        get: liveValue(
          ({ start, edge }) => Math.max(0, Math.min(video.currentTime, edge) - start),
          () => recordingValue('currentTime'),
        ),
        set: (at: number) => this.seekTo(at),
      },
      buffered: {
        get: liveValue(
          window => Math.min(1, (bufferedAhead(video) - window.start) / windowLength(window)),
          () => recordingValue('buffered'),
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

  /** Do not store the speed of a live stream, so that the chosen speed of recordings stays. */
  private resetPlaybackRate(): void {
    const { storage } = this.plyr
    const originalSet = storage.set
    storage.set = values => {
      const { speed, ...others } = values
      originalSet(this.stream.liveWindow() ? others : values)
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

  /** Start at the live edge, even if the page was open for a while before the viewer pressed play. */
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
    const isAtEdge = behind < LIVE_THRESHOLD_SECONDS
    this.live.classList.toggle('plyr__live--delayed', !isAtEdge)
    this.live.setAttribute('aria-disabled', String(isAtEdge))
    this.delayLabel.textContent = isAtEdge ? '' : formatLiveDelay(behind)
    this.updateSeekBar(isAtEdge ? this.texts.live : this.texts.behindLive(formatLiveDelay(behind, '')))
  }

  /** Keep all viewers at the same moment. Move viewers who are ahead, or slightly behind, to the edge. */
  private syncToEdge({ edge }: LiveWindow, behind: number): void {
    const { paused, seeking } = this.video
    const isAhead = behind < -MAX_START_DELAY
    const isLate = this.hasStarted && behind > MAX_START_DELAY && behind < LIVE_THRESHOLD_SECONDS
    // Wait for one jump to finish before the next.
    if (!isAhead && (!isLate || paused || seeking || edge - this.lastSyncedAt < LIVE_THRESHOLD_SECONDS))
      return
    this.lastSyncedAt = edge
    this.video.currentTime = edge
  }

  /** Update the seek bar. Plyr updates it only during playback, but the live window also moves during a pause. */
  private updateSeekBar(label: string): void {
    const { seek } = this.plyr.elements.inputs
    if (!seek) return
    const isDragging = this.video.seeking || seek.hasAttribute('play-on-seeked')
    if (!isDragging) {
      const percent = (100 * this.plyr.currentTime) / (this.plyr.duration || 1)
      seek.setAttribute('value', String(percent))
      ;(seek as HTMLInputElement).value = String(percent)
      seek.style.setProperty('--value', `${percent}%`)
    }
    seek.setAttribute('aria-valuemax', String(this.plyr.duration))
    seek.setAttribute('aria-valuetext', label)
  }

  private updateTooltip(): void {
    const tooltip = this.plyr.elements.progress?.querySelector<HTMLElement>('.plyr__tooltip')
    const window = this.stream.liveWindow()
    if (!tooltip || !window) return
    const delay = windowLength(window) * (1 - Number.parseFloat(tooltip.style.left) / 100)
    tooltip.textContent = delay < LIVE_THRESHOLD_SECONDS ? this.texts.live : formatLiveDelay(delay)
  }
}

type TimeName = 'duration' | 'currentTime' | 'buffered'

/** Return a function that returns a time of Plyr as it is for a recording. The length may already be replaced. */
function recordingValuesOf(plyr: Plyr): (name: TimeName) => number {
  const replaced = Object.getOwnPropertyDescriptors(plyr) as Partial<Record<TimeName, PropertyDescriptor>>
  return name => replaced[name]?.get?.call(plyr) ?? Reflect.get(Plyr.prototype, name, plyr)
}

const windowLength = ({ start, edge }: LiveWindow): number => Math.max(0, edge - start)

/** Return the end of the buffered range that contains the playback position. */
function bufferedAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let i = 0; i < buffered.length; i++)
    if (buffered.start(i) <= currentTime && buffered.end(i) >= currentTime) return buffered.end(i)
  return currentTime
}
