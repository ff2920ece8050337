import type { Preroll } from '@/shared/shell'
import type { AdEvent } from '@/shared/telemetry'
import { startPlaying } from '../startPlaying'
import { Watchdog } from '../stream/watchdog'
import { AdView } from './AdView'
import { AD_ERROR, type Ad, type AdError } from './ad'
import { AD_TIMEOUT_S } from './adTimeout'
import { loadAd } from './loadAd'
import { QuartileReporter } from './quartiles'
import type { AdTexts } from './texts'

export interface AdBreakOptions {
  /** The frame of the player. */
  frame: HTMLElement
  /** The stream's video. The ad uses its volume. */
  streamVideo: HTMLVideoElement
  preroll: Preroll
  texts: AdTexts
  /** Called when the first frame of the ad is visible. */
  onStart(): void
  /** Reports the events of a sponsor's ad to the channel; null for a house ad. */
  report: ((event: AdEvent) => void) | null
}

/** How an ad break ended. `empty`: the VAST tag has no ad that this browser plays. */
export type AdResult = 'ended' | 'empty'

/** One pre-roll, from its request to its end. Any error ends it, so that the stream can start. */
export class AdBreak {
  private readonly watchdog = new Watchdog(AD_TIMEOUT_S)
  private readonly abort = new AbortController()
  private readonly view: AdView
  private readonly video: HTMLVideoElement
  private readonly quartiles: QuartileReporter
  private ad: Ad | null = null
  private result: AdResult = 'ended'
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
    this.quartiles = new QuartileReporter(event => options.report?.(event))
  }

  /** Run the ad. Resolve when it has played, was skipped or failed. */
  async run(): Promise<AdResult> {
    const { signal } = this.abort
    const ended = new Promise<void>(resolve =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    )
    const stallTimer = setInterval(() => this.checkStall(), 1_000)
    this.play().catch(() => this.end())
    await ended
    clearInterval(stallTimer)
    this.view.remove()
    return this.result
  }

  end(): void {
    this.abort.abort()
  }

  private async play(): Promise<void> {
    const { frame, streamVideo, preroll } = this.options
    const { signal } = this.abort
    const ad = await loadAd(preroll, frameSize(frame), signal).catch(() => null)
    if (signal.aborted) return
    if (!ad) {
      this.result = 'empty'
      this.end()
      return
    }
    this.ad = ad
    this.listen()
    this.view.show(ad)
    const { video } = this
    video.muted = streamVideo.muted
    video.volume = streamVideo.volume
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
    // A live stream as an ad would never end.
    if (!Number.isFinite(duration)) this.fail(AD_ERROR.broken)
    if (this.hasStarted || this.abort.signal.aborted) return
    this.hasStarted = true
    this.options.onStart()
    this.options.report?.('start')
    this.ad?.tracker?.started(duration, muted)
    this.view.handleStart(duration)
    this.handleProgress()
  }

  private handleProgress(): void {
    const { currentTime, duration } = this.video
    if (!this.hasStarted || !this.ad) return
    const { skipAfter, tracker } = this.ad
    const isSkippable = skipAfter !== null && skipAfter < duration
    this.view.tick(duration - currentTime, duration, isSkippable ? skipAfter - currentTime : null)
    tracker?.progress(currentTime)
    this.quartiles.progress(currentTime / duration)
  }

  /** Check once per second whether the ad has stalled. A pause by the viewer is not a stall. */
  private checkStall(): void {
    const { paused, currentTime } = this.video
    const isMoving = currentTime !== this.lastTime
    this.lastTime = currentTime
    if (this.watchdog.tick(!isMoving && !(this.hasStarted && paused), isMoving) === 'stalled')
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

  /** Set the volume of the ad and of the stream. */
  private setVolume(muted: boolean, volume: number): void {
    for (const video of [this.video, this.options.streamVideo]) Object.assign(video, { muted, volume })
    this.ad?.tracker?.muted(muted)
  }

  /** Pause the ad while the sponsor's site opens in another tab. */
  private visit(): void {
    this.ad?.tracker?.clicked()
    if (this.hasStarted) this.options.report?.('click')
    this.video.pause()
  }

  private skip(): void {
    this.ad?.tracker?.skipped()
    this.end()
  }

  private complete(): void {
    this.ad?.tracker?.progress(this.video.duration)
    this.ad?.tracker?.completed()
    if (this.hasStarted) this.quartiles.progress(1)
    this.end()
  }

  private fail(error: AdError): void {
    this.ad?.tracker?.failed(error)
    this.end()
  }
}

function frameSize(frame: HTMLElement) {
  const { clientWidth, clientHeight } = frame
  return { width: clientWidth * devicePixelRatio, height: clientHeight * devicePixelRatio }
}
