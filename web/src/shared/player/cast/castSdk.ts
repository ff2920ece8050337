/** The parts of Google's Web Sender SDK that the player uses. */

export interface CastMediaInfo {
  streamType: string
  hlsSegmentFormat: string
  hlsVideoSegmentFormat: string
  metadata: { title?: string; images?: readonly { url: string }[] }
}

export interface CastLoadRequest {
  currentTime: number | null
  autoplay: boolean
}

export interface CastDeviceSession {
  getCastDevice(): { friendlyName: string }
  loadMedia(request: CastLoadRequest): Promise<unknown>
  endSession(stopsMedia: boolean): void
}

export interface RemotePlayer {
  isConnected: boolean
  isMediaLoaded: boolean
  isPaused: boolean
  currentTime: number
}

export interface RemotePlayerController {
  addEventListener(type: string, listener: () => void): void
  removeEventListener(type: string, listener: () => void): void
  playOrPause(): void
  seek(): void
}

interface CastContext {
  setOptions(options: { receiverApplicationId: string; autoJoinPolicy: string }): void
  requestSession(): Promise<unknown>
  getCurrentSession(): CastDeviceSession | null
}

/** `cast.framework` and `chrome.cast`. */
export interface CastSdk {
  framework: {
    CastContext: { getInstance(): CastContext }
    RemotePlayer: new () => RemotePlayer
    RemotePlayerController: new (player: RemotePlayer) => RemotePlayerController
    RemotePlayerEventType: { ANY_CHANGE: string }
  }
  media: {
    DEFAULT_MEDIA_RECEIVER_APP_ID: string
    MediaInfo: new (url: string, type: string) => CastMediaInfo
    LoadRequest: new (info: CastMediaInfo) => CastLoadRequest
    StreamType: { LIVE: string; BUFFERED: string }
    HlsSegmentFormat: { TS: string }
    HlsVideoSegmentFormat: { MPEG2_TS: string }
  }
}

interface CastWindow {
  __onGCastApiAvailable?: (isAvailable: boolean) => void
  cast?: { framework: CastSdk['framework'] }
  chrome?: { cast?: { media: CastSdk['media']; AutoJoinPolicy: { ORIGIN_SCOPED: string } } }
}

const SDK_URL = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1'
const LOAD_TIMEOUT_MS = 10_000

let loading: Promise<CastSdk | null> | null = null

/** Return whether the browser can be a sender of Google Cast: Chrome, Edge and others based on Chromium. */
export const isCastSender = () => 'chrome' in window

/** Load Google's script, once. Return null if the browser or the network does not support it. */
export function loadCastSdk(): Promise<CastSdk | null> {
  loading ??= load().then(sdk => {
    if (!sdk) loading = null
    return sdk
  })
  return loading
}

function load(): Promise<CastSdk | null> {
  const page = window as unknown as CastWindow
  return new Promise(resolve => {
    const script = document.createElement('script')
    const finish = (sdk: CastSdk | null) => {
      clearTimeout(timer)
      if (!sdk) script.remove()
      resolve(sdk)
    }
    const timer = setTimeout(() => finish(null), LOAD_TIMEOUT_MS)
    page.__onGCastApiAvailable = isAvailable => finish(isAvailable ? initialize(page) : null)
    script.addEventListener('error', () => finish(null))
    script.src = SDK_URL
    document.head.append(script)
  })
}

function initialize({ cast, chrome }: CastWindow): CastSdk | null {
  if (!cast || !chrome?.cast) return null
  const { media, AutoJoinPolicy } = chrome.cast
  cast.framework.CastContext.getInstance().setOptions({
    receiverApplicationId: media.DEFAULT_MEDIA_RECEIVER_APP_ID,
    autoJoinPolicy: AutoJoinPolicy.ORIGIN_SCOPED,
  })
  return { framework: cast.framework, media }
}
