import workerPath from 'hls.js/dist/hls.worker.js?url'
import LightHls, { type ErrorData, type HlsConfig } from 'hls.js/light'
import { ConnectionMeter } from '../quality/ConnectionMeter'
import { attachMeter } from '../quality/hlsMeter'
import type { Fault } from './retryPolicy'
import { SignedFolder } from './SignedFolder'
import type {
  ClosedCaptionTrack,
  LiveWindow,
  Manifest,
  SimulationClock,
  Stream,
  StreamEvents,
} from './Stream'

/** hls.js needs Media Source Extensions. */
export const isHlsSupported = () => LightHls.isSupported()

const { Events } = LightHls
type Hls = InstanceType<typeof LightHls>

/**
 * Segments that a live viewer stays behind the newest. Two carry the picture over one that is late; a
 * third would only make it older.
 */
const LIVE_DELAY_SEGMENTS = 2
const SHORTEST_SEGMENT = 2
const RECENT_SEGMENTS = 6

/**
 * Seconds to stay behind the newest picture of a live stream. The target duration of its playlist is no measure:
 * it is the longest that a segment may ever be.
 */
export function liveDelay(durations: readonly number[]): number {
  return LIVE_DELAY_SEGMENTS * Math.max(SHORTEST_SEGMENT, ...durations.slice(-RECENT_SEGMENTS))
}

/** hls.js asks for absolute addresses; the server may give paths. */
const absoluteUrl = (url: string) => new URL(url, document.baseURI).href

/** What an error of hls.js means to us; null when hls.js deals with it by itself. */
export function faultOfHlsError(
  data: Pick<ErrorData, 'fatal' | 'type' | 'details' | 'response'>,
): Fault | null {
  const status = data.response?.code
  if (status === 401 || status === 403) return 'forbidden'
  if (!data.fatal) return null
  if (data.details === 'manifestIncompatibleCodecsError' || data.details === 'bufferIncompatibleCodecsError')
    return 'unsupported'
  if (status === 404 || status === 410) return 'missing'
  return data.type === 'networkError' ? 'network' : 'media'
}

/** Captions that come as text are loaded by `captions.ts`; the full build would bring them a second time. */
const NO_SUBTITLES: Partial<HlsConfig> = {
  enableWebVTT: false,
  enableIMSC1: false,
  subtitleTrackController: undefined,
  subtitleStreamController: undefined,
  renderTextTracksNatively: false,
}

/** hls.js names the channels of captions its own way. */
const CAPTION_CHANNEL = /^(?:textTrack|CC|SERVICE)([1-4])$/

function captionChannel(name: string | undefined): string | null {
  const found = name?.match(CAPTION_CHANNEL)?.[1]
  return found ? `CC${found}` : null
}

/**
 * hls.js behind the player's own words. Most streams play in its light build, which knows neither other sounds nor
 * captions within the pictures; a stream that has one of them gets the full build before anything is loaded.
 */
export class HlsStream implements Stream {
  readonly meter = new ConnectionMeter()
  private hls: Hls
  private isFullBuild = false
  private isDestroyed = false
  private url = ''
  private audioTrack: string | null = null
  /** Older signatures stay known: the caption tracks were named under the first one. */
  private readonly signedFolder = new SignedFolder()
  private isManifestKnown = false
  private startAt = 0
  private heights: number[] = []
  private firstPts: number | null = null

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly events: StreamEvents,
    private readonly simulationClock: SimulationClock | null = null,
  ) {
    this.hls = this.build(LightHls, {})
  }

  private build(Build: typeof LightHls, more: Partial<HlsConfig>): Hls {
    const config: Partial<HlsConfig> = {
      workerPath,
      autoStartLoad: false,
      capLevelToPlayerSize: true,
      backBufferLength: 90,
      liveSyncDuration: liveDelay([]),
      xhrSetup: (xhr, url) => xhr.open('GET', this.sign(url), true),
      ...more,
    }
    const hls = new Build(config)
    this.listen(hls)
    attachMeter(hls, this.meter)
    hls.attachMedia(this.video)
    return hls
  }

  /** Plays the stream by the full build; by the light one where that does not come. */
  private async swapBuild(closedCaptions: boolean): Promise<void> {
    const { url } = this
    const full = await import('hls.js').catch(() => null)
    if (this.isDestroyed || this.isFullBuild || url !== this.url) return
    const { startPosition } = this.hls.config
    if (!full) return this.hls.startLoad(startPosition)
    this.hls.destroy()
    this.isFullBuild = true
    this.hls = this.build(full.default, {
      ...NO_SUBTITLES,
      enableCEA708Captions: closedCaptions,
      startPosition,
    })
    this.hls.loadSource(url)
  }

  load(url: string, at: number): void {
    this.signedFolder.renew(absoluteUrl(url))
    this.isManifestKnown = false
    this.startAt = at
    const from = at || this.simulationClock?.() || 0
    this.url = url
    this.hls.config.startPosition = from > 0 ? from : -1
    this.hls.loadSource(url)
  }

  renew(url: string): void {
    // A game that ended may go on as its recording, which is another playlist.
    const same = this.signedFolder.contains(absoluteUrl(url))
    if (!this.isManifestKnown || !same)
      this.load(url, this.isManifestKnown ? this.video.currentTime : this.startAt)
    else {
      this.signedFolder.renew(absoluteUrl(url))
      this.hls.startLoad()
    }
  }

  recover(): void {
    this.hls.recoverMediaError()
  }

  chooseRendition(height: number): void {
    this.hls.nextLevel = this.hls.levels.findIndex(level => level.height === height)
  }

  chooseAudioTrack(name: string): void {
    this.audioTrack = name
    const number = this.hls.audioTracks.findIndex(track => track.name === name)
    if (number >= 0) this.hls.audioTrack = number
  }

  liveWindow(): LiveWindow | null {
    const details = this.hls.latestLevelDetails
    if (!details?.live) return null
    const { fragmentStart: start, edge: newest } = details
    const edge = this.simulationClock?.() ?? this.hls.liveSyncPosition ?? newest
    return { start, edge: Math.min(Math.max(start, edge), newest), newest }
  }

  instantAt(at: number): number | null {
    const fragments = this.hls.latestLevelDetails?.fragments ?? []
    // What lies behind the newest is told by it: the playlist may be a moment old.
    const holding = fragments.findLast(({ start }) => start <= at) ?? fragments[0]
    const taken = holding?.programDateTime
    return holding && taken ? taken + (at - holding.start) * 1000 : null
  }

  frameRate(): number | null {
    return this.hls.levels.find(level => level.frameRate > 0)?.frameRate ?? null
  }

  captionOffset(): number {
    return this.firstPts ?? 0
  }

  sign(url: string): string {
    return this.signedFolder.sign(url)
  }

  destroy(): void {
    this.isDestroyed = true
    this.hls.destroy()
    this.video.removeAttribute('src')
  }

  private listen(hls: Hls): void {
    let subtitles: Manifest['subtitles'] = []
    let sounds: Manifest['audioTracks'] = []
    let announced: ClosedCaptionTrack[] = []
    let others = false
    hls.on(Events.MANIFEST_PARSED, (_, data) => {
      this.heights = [...new Set(data.levels.map(level => level.height))].sort((a, b) => b - a)
      subtitles = data.subtitleTracks.map(track => ({
        name: track.name,
        language: track.lang ?? '',
        url: track.url,
      }))
      others = data.audioTracks.some(track => track.url)
      const tracks = [...data.audioTracks].sort((a, b) => Number(b.default) - Number(a.default))
      const named = new Map(tracks.map(track => [track.name, track.lang ?? '']))
      sounds = named.size > 1 ? [...named].map(([name, language]) => ({ name, language })) : []
    })
    // hls.js tells of what it loaded after what it made of that.
    hls.on(Events.MANIFEST_LOADED, (_, { captions = [] }) => {
      announced = captions.flatMap(({ instreamId, name, lang }) => {
        const channel = captionChannel(instreamId)
        return channel && subtitles.length === 0 ? [{ channel, name, language: lang ?? '' }] : []
      })
      if (!this.isFullBuild && (others || announced.length > 0)) void this.swapBuild(announced.length > 0)
      else hls.startLoad(hls.config.startPosition)
    })
    hls.on(Events.LEVEL_LOADED, (_, { details }) => {
      if (details.live)
        hls.config.liveSyncDuration = liveDelay(details.fragments.map(({ duration }) => duration))
      if (this.isManifestKnown) return
      this.isManifestKnown = true
      const heights = this.heights.filter(Boolean)
      const [closedCaptions, choice] = this.isFullBuild ? [announced, sounds] : [[], []]
      this.events.manifest({ heights, subtitles, closedCaptions, audioTracks: choice, isLive: details.live })
    })
    hls.on(Events.AUDIO_TRACKS_UPDATED, () => {
      if (this.audioTrack !== null) this.chooseAudioTrack(this.audioTrack)
    })
    hls.on(Events.CUES_PARSED, (_, { type, track, cues }) => {
      const channel = captionChannel(track)
      if (type === 'captions' && channel) this.events.captions(channel, cues)
    })
    hls.on(Events.INIT_PTS_FOUND, (_, data) => {
      this.firstPts ??= data.initPTS / data.timescale
    })
    hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
      const { height = 0, bitrate = 0 } = hls.levels[level] ?? {}
      this.events.rendition(height, bitrate / 1000)
    })
    hls.on(Events.ERROR, (_, data) => {
      const fault = faultOfHlsError(data)
      if (fault) this.events.fault(fault)
    })
  }
}
