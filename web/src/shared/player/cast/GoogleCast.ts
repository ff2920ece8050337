import { serverNow } from '@/shared/clock'
import type { RenewSource, SignedUrl } from '../stream/PlaybackSession'
import type { LiveWindow } from '../stream/Stream'
import type { CastDeviceSession, CastSdk, RemotePlayer, RemotePlayerController } from './castSdk'

/** What the other screen does. */
export interface CastState {
  device: string
  isPaused: boolean
  isLive: boolean
}

interface CastOptions {
  video: HTMLVideoElement
  title: string
  poster: string | null
  loadSdk(): Promise<CastSdk | null>
  /** Returns a newly signed URL, so that its signature lasts as long as possible. */
  renewSource: RenewSource
  liveWindow(): LiveWindow | null
  onChange(state: CastState | null): void
}

const HLS_TYPE = 'application/x-mpegURL'
/** Load the stream with a new signature this long before the old one expires. */
const RENEW_AHEAD_MS = 120_000
/** Wait this long before the next attempt, if the server did not answer. */
const RETRY_MS = 10_000
const MAX_TIMEOUT_MS = 2 ** 31 - 1
/** Within this many seconds of the live edge, the other screen starts at the edge. */
const LIVE_THRESHOLD_SECONDS = 10

/** What the page needs of the other screen. */
export interface CastControl {
  playOrPause(): void
  /** Move by a number of seconds. */
  seekBy(seconds: number): void
  /** Stop the other screen. The player continues where it was. */
  stop(): void
}

/** Plays the video of a player on a Cast device, with Google's default receiver. The player is paused during that time. */
export class GoogleCast implements CastControl {
  private sdk: CastSdk | null = null
  private session: CastDeviceSession | null = null
  private player: RemotePlayer | null = null
  private controller: RemotePlayerController | null = null
  private isLive = false
  private startsAtEdge = false
  private lastTime = 0
  private renewalTimer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly options: CastOptions) {}

  /** Let the viewer choose a device, and play there. Return false if this browser cannot use Cast. */
  async start(): Promise<boolean> {
    const sdk = await this.options.loadSdk()
    if (!sdk) return false
    this.sdk = sdk
    const context = sdk.framework.CastContext.getInstance()
    // The request rejects when the viewer closes the list of devices.
    if (!context.getCurrentSession()) await context.requestSession().catch(() => undefined)
    this.session = context.getCurrentSession()
    if (this.session) await this.connect(sdk)
    return true
  }

  playOrPause(): void {
    this.controller?.playOrPause()
  }

  seekBy(seconds: number): void {
    if (!this.player) return
    this.player.currentTime = Math.max(0, this.player.currentTime + seconds)
    this.controller?.seek()
  }

  stop(): void {
    this.session?.endSession(true)
    this.disconnect()
  }

  /** Forget the other screen, which goes on. */
  destroy(): void {
    this.session = null
    clearTimeout(this.renewalTimer)
    this.stopListening()
  }

  private async connect(sdk: CastSdk): Promise<void> {
    const { video, liveWindow } = this.options
    const live = liveWindow()
    this.isLive = live !== null
    this.startsAtEdge = live !== null && live.edge - video.currentTime < LIVE_THRESHOLD_SECONDS
    this.lastTime = video.currentTime
    video.pause()
    this.stopListening()
    this.player = new sdk.framework.RemotePlayer()
    this.controller = new sdk.framework.RemotePlayerController(this.player)
    this.controller.addEventListener(sdk.framework.RemotePlayerEventType.ANY_CHANGE, this.handleChange)
    const source = await this.options.renewSource().catch(() => null)
    await this.load(source, this.startsAtEdge ? null : this.lastTime)
    this.handleChange()
  }

  /**
   * Load the stream on the device, from a position in seconds; null is the live edge. Without a source, the viewer
   * has no access, and the device stops.
   */
  private async load(source: SignedUrl | null, at: number | null): Promise<void> {
    if (!this.session || !this.sdk) return
    if (!source) return this.stop()
    this.scheduleRenewal(source)
    const { media } = this.sdk
    const info = new media.MediaInfo(new URL(source.url, document.baseURI).href, HLS_TYPE)
    info.streamType = this.isLive ? media.StreamType.LIVE : media.StreamType.BUFFERED
    info.hlsSegmentFormat = media.HlsSegmentFormat.TS
    info.hlsVideoSegmentFormat = media.HlsVideoSegmentFormat.MPEG2_TS
    const { title, poster } = this.options
    info.metadata = { title, images: poster ? [{ url: new URL(poster, document.baseURI).href }] : [] }
    const request = new media.LoadRequest(info)
    request.currentTime = at
    request.autoplay = true
    await this.session.loadMedia(request).catch(() => this.stop())
  }

  /** Renew the signature ahead of its end. One that ends soon was not given longer, so it is used to its end. */
  private scheduleRenewal({ expiresAt }: SignedUrl): void {
    clearTimeout(this.renewalTimer)
    if (!expiresAt) return
    const left = expiresAt.getTime() - serverNow()
    this.renewIn(left > RENEW_AHEAD_MS ? left - RENEW_AHEAD_MS : Math.max(left, RETRY_MS))
  }

  private renewIn(ms: number): void {
    this.renewalTimer = setTimeout(() => void this.renew(), Math.min(ms, MAX_TIMEOUT_MS))
  }

  /** Load the stream with a new signature. While the server does not answer, the device goes on. */
  private async renew(): Promise<void> {
    const source = await this.options.renewSource().catch(() => undefined)
    if (!this.session) return
    if (source === undefined) this.renewIn(RETRY_MS)
    else await this.load(source, this.lastTime)
  }

  private readonly handleChange = () => {
    const { player, session } = this
    if (!player || !session) return
    if (!player.isConnected) return this.disconnect()
    if (player.isMediaLoaded) this.lastTime = player.currentTime
    const device = session.getCastDevice().friendlyName
    this.options.onChange({ device, isPaused: player.isPaused, isLive: this.isLive })
  }

  private disconnect(): void {
    if (!this.session) return
    this.session = null
    clearTimeout(this.renewalTimer)
    this.stopListening()
    const { video, liveWindow, onChange } = this.options
    const live = liveWindow()
    video.currentTime = this.startsAtEdge && live ? live.edge : this.lastTime
    onChange(null)
    void video.play().catch(() => undefined)
  }

  private stopListening(): void {
    const type = this.sdk?.framework.RemotePlayerEventType.ANY_CHANGE
    if (type) this.controller?.removeEventListener(type, this.handleChange)
    this.controller = null
    this.player = null
  }
}
