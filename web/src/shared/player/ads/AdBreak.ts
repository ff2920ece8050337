import type { Preroll } from '@/shared/shell'
import { startPlaying } from '../startPlaying'
import { Watchdog } from '../stream/watchdog'
import { AdView } from './AdView'
import { AD_ERROR, type Ad, type AdError } from './ad'
import { AD_TIMEOUT_S } from './adTimeout'
import { loadAd } from './loadAd'
import type { AdTexts } from './texts'

export interface AdBreakOptions {
  /** The frame that the stream's picture is in. */
  frame: HTMLElement
  /** The stream's video: an ad has its sound. */
  streamVideo: HTMLVideoElement
  preroll: Preroll
  texts: AdTexts
  /** Its first picture is seen. */
  started(): void
}

/** One ad before a stream, from the question for it to its end. Whatever goes wrong is its end. */
export class AdBreak {
  private readonly watchdog = new Watchdog(AD_TIMEOUT_S)
  private readonly abort = new AbortController()
  private readonly view: AdView
  private readonly video: HTMLVideoElement
  private ad: Ad | null = null
  private hasStarted = false
  private lastTime = 0

  constructor(private readonly options: AdBreakOptions) {
    this.view = new AdView(options.frame, options.texts, {
      toggle: () => this.toggle(),
      mute: () => this.mute(),
      volume: by => this.changeVolume(by),
      visit: () => this.visit(),
      skip: () => this.skip(),
    })
    this.video = this.view.video
  }

  /** Done when the ad has played, was skipped, or did not come. */
  async run(): Promise<void> {
    const { signal } = this.abort
    const over = new Promise<void>(resolve =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    )
    const beat = setInterval(() => this.checkStall(), 1_000)
    this.play().catch(() => this.end())
    await over
    clearInterval(beat)
    this.view.remove()
  }

  end(): void {
    this.abort.abort()
  }

  private async play(): Promise<void> {
    const { frame: stage, streamVideo: main, preroll } = this.options
    const { signal } = this.abort
    const ad = await loadAd(preroll, frameSize(stage), signal)
    if (signal.aborted) return
    this.ad = ad
    this.listen()
    this.view.show(ad)
    const { video } = this
    video.muted = main.muted
    video.volume = main.volume
    video.src = ad.url
    if (this.view.isHidden || !(await startPlaying(video))) this.end()
  }

  private listen(): void {
    const { video, view } = this
    const { signal } = this.abort
    const listenTo = (name: string, listener: () => void) =>
      video.addEventListener(name, listener, { signal })
    listenTo('playing', () => this.handleStart())
    listenTo('timeupdate', () => this.handleProgress())
    listenTo('play', () => this.pause(false))
    listenTo('pause', () => this.pause(!video.ended))
    listenTo('volumechange', () => view.setMuted(video.muted))
    listenTo('ended', () => this.complete())
    listenTo('error', () => this.fail(AD_ERROR.broken))
    view.setMuted(video.muted)
  }

  private handleStart(): void {
    const { duration, muted } = this.video
    // Without a length it would have no end.
    if (!Number.isFinite(duration)) this.fail(AD_ERROR.broken)
    if (this.hasStarted || this.abort.signal.aborted) return
    this.hasStarted = true
    this.options.started()
    this.ad?.tracker?.started(duration, muted)
    this.view.handleStart(duration)
    this.handleProgress()
  }

  private handleProgress(): void {
    const { currentTime, duration } = this.video
    if (!this.hasStarted || !this.ad) return
    const { skipAfter, tracker } = this.ad
    const skippable = skipAfter !== null && skipAfter < duration
    this.view.tick(duration - currentTime, duration, skippable ? skipAfter - currentTime : null)
    tracker?.progress(currentTime)
  }

  /** Once a second: an ad that stands still without a viewer's wish is over. */
  private checkStall(): void {
    const { paused, currentTime } = this.video
    const moving = currentTime !== this.lastTime
    this.lastTime = currentTime
    if (this.watchdog.tick(!moving && !(this.hasStarted && paused), moving) === 'stalled')
      this.fail(AD_ERROR.tooLate)
  }

  private toggle(): void {
    const { video } = this
    if (!this.hasStarted) return
    if (video.paused) void startPlaying(video)
    else video.pause()
  }

  private pause(paused: boolean): void {
    this.view.setPaused(paused)
    if (this.hasStarted) this.ad?.tracker?.paused(paused)
  }

  private mute(): void {
    this.setVolume(!this.video.muted, this.video.volume)
  }

  private changeVolume(by: number): void {
    this.setVolume(false, Math.min(1, Math.max(0, this.video.volume + by)))
  }

  /** What the viewer chooses here holds for the stream. */
  private setVolume(muted: boolean, volume: number): void {
    for (const video of [this.video, this.options.streamVideo]) Object.assign(video, { muted, volume })
    this.ad?.tracker?.muted(muted)
  }

  /** The sponsor's site opens in another tab; the ad waits in this one. */
  private visit(): void {
    this.ad?.tracker?.clicked()
    this.video.pause()
  }

  private skip(): void {
    this.ad?.tracker?.skipped()
    this.end()
  }

  private complete(): void {
    this.ad?.tracker?.progress(this.video.duration)
    this.ad?.tracker?.completed()
    this.end()
  }

  private fail(error: AdError): void {
    this.ad?.tracker?.failed(error)
    this.end()
  }
}

function frameSize(stage: HTMLElement) {
  const { clientWidth, clientHeight } = stage
  return { width: clientWidth * devicePixelRatio, height: clientHeight * devicePixelRatio }
}
