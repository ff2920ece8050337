import Plyr from 'plyr'
import type { PlayerTexts } from '../texts'
import { shieldedSpan } from './shieldedSpan'

/** The label of the seek bar for screen readers. Plyr replaces the placeholder. */
const ELAPSED_ONLY = '{currentTime}'
const TIME_EVENTS = [
  ...['timeupdate', 'seeked', 'durationchange', 'loadedmetadata', 'loadeddata'],
  ...['play', 'pause', 'ratechange'],
]

interface Options {
  texts: Pick<PlayerTexts, 'plyr'>
  /** Returns whether a live stream plays. Its bar ends at the live edge, which is no secret. */
  isLive: () => boolean
  /** The planned length of the event in seconds if the length of its recording is hidden; null otherwise. */
  plan: number | null
}

/**
 * Hides the length of a recording in Plyr's controls, because it may tell the result of a game: a long one had overtime.
 *
 * The bar has a length that depends on the plan and on what the viewer has watched (`shieldedSpan`). Everything that
 * Plyr computes from the length, such as the keys 0 to 9 and the time under the pointer, uses the bar. What shows the
 * true length by itself is not offered: picture-in-picture, other screens, and the video player of iPhones.
 */
export class ShieldedSeekBar {
  private plan: number | null
  private furthest = 0
  private isShown = false
  private readonly abort = new AbortController()

  constructor(
    private readonly plyr: Plyr,
    private readonly video: HTMLVideoElement,
    private readonly options: Options,
  ) {
    this.plan = options.plan
    this.patchTimes()
    const { signal } = this.abort
    for (const name of TIME_EVENTS) video.addEventListener(name, () => this.update(), { signal })
    this.update()
  }

  /** The length of the seek bar in seconds; null if it is that of the recording. */
  get span(): number | null {
    if (this.plan === null || this.options.isLive()) return null
    return shieldedSpan({ planned: this.plan, length: this.video.duration, furthest: this.furthest })
  }

  /** Hide the length of a recording that was planned to last `plan` seconds; null shows it. */
  hideLength(plan: number | null): void {
    if (plan === this.plan) return
    this.plan = plan
    this.update()
  }

  destroy(): void {
    this.abort.abort()
    if (this.isShown) setPositionState()
  }

  /** Replace the times of Plyr. The buffer would stop at the end of the recording, so it is not shown. */
  private patchTimes(): void {
    const { plyr } = this
    Object.defineProperties(plyr, {
      duration: { configurable: true, get: () => this.span ?? Reflect.get(Plyr.prototype, 'duration', plyr) },
      buffered: {
        configurable: true,
        get: () => (this.span === null ? Reflect.get(Plyr.prototype, 'buffered', plyr) : 0),
      },
    })
  }

  private update(): void {
    const { video, plyr } = this
    if (!video.seeking) this.furthest = Math.max(this.furthest, video.currentTime)
    const { span } = this
    const isChange = this.isShown !== (span !== null)
    if (span === null && !isChange) return
    this.isShown = span !== null
    if (isChange) this.toggle(this.isShown)
    this.writeLength(plyr.duration)
    setPositionState(
      span === null
        ? undefined
        : { duration: span, position: Math.min(video.currentTime, span), playbackRate: video.playbackRate },
    )
  }

  private toggle(isHidden: boolean): void {
    const { plyr, video, options } = this
    plyr.elements.container?.classList.toggle('plyr--length-hidden', isHidden)
    plyr.config.i18n.seekLabel = isHidden ? ELAPSED_ONLY : (options.texts.plyr.seekLabel ?? ELAPSED_ONLY)
    plyr.config.fullscreen.iosNative = !isHidden
    video.disablePictureInPicture = isHidden
    const { buffer } = plyr.elements.display
    if (buffer) buffer.value = plyr.buffered * 100
    const { seek } = plyr.elements.inputs
    if (!seek) return
    const percent = (100 * plyr.currentTime) / (plyr.duration || 1)
    seek.value = String(percent)
    seek.style.setProperty('--value', `${percent}%`)
  }

  /** Write the length where Plyr writes it only when a video loads. */
  private writeLength(length: number): void {
    const { inputs, display } = this.plyr.elements
    inputs.seek?.setAttribute('aria-valuemax', String(length))
    if (this.isShown) inputs.seek?.setAttribute('aria-valuetext', formatLength(this.plyr.currentTime))
    if (display.duration) display.duration.textContent = this.isShown ? '' : formatLength(length)
  }
}

/** Return a time as Plyr writes it: `01:30`, `1:00:30`. */
function formatLength(seconds: number): string {
  const whole = Math.trunc(seconds)
  const pad = (value: number) => String(value).padStart(2, '0')
  const hours = Math.trunc(whole / 3600)
  return `${hours ? `${hours}:` : ''}${pad(Math.trunc(whole / 60) % 60)}:${pad(whole % 60)}`
}

/** Set what the controls of the system show, such as those of a lock screen. Without a state, they read the video. */
function setPositionState(state?: MediaPositionState): void {
  if ('mediaSession' in navigator) navigator.mediaSession.setPositionState?.(state)
}
