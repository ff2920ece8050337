import workerPath from 'hls.js/dist/hls.worker.js?url'
import LightHls, { type HlsConfig } from 'hls.js/light'
import { ConnectionMeter } from '../quality/ConnectionMeter'
import { attachMeter } from '../quality/hlsMeter'
import { instantAt, positionAt } from './fragmentTimes'
import { faultOfHlsError, requestedUrl } from './hlsFault'
import { LOW_DELAY_SECONDS, LowDelayMode } from './lowDelay/LowDelayMode'
import { createPartsLoader } from './lowDelay/PartsLoader'
import { holdRendition, isWithinSegment, type LoadedPart } from './lowDelay/steadyRendition'
import { SignedFolder } from './SignedFolder'
import type {
  ClosedCaptionTrack,
  LimitedStream,
  LiveWindow,
  Manifest,
  Rendition,
  SimulationClock,
  Stream,
  StreamEvents,
} from './Stream'
import { SHARED_CONFIG, SHARED_DELAY_FACTOR } from './sharedConfig'

/** Return whether hls.js can run: it needs Media Source Extensions. */
export const isHlsSupported = () => LightHls.isSupported()

const { Events } = LightHls
type Hls = InstanceType<typeof LightHls>

/**
 * The number of segments between a live viewer and the newest one. Two bridge one late segment. A third would
 * only add delay.
 */
const LIVE_DELAY_SEGMENTS = 2
const SHORTEST_SEGMENT = 2
const RECENT_SEGMENTS = 6
/** A smaller difference between two timelines comes from rounding. */
const MIN_MOVE_SECONDS = 1
/** The value of hls.js for no limit. */
const NO_LIMIT = -1

/**
 * Return the seconds to stay behind the newest segment of a live stream. The durations are of its segments: the
 * target duration of the playlist is only an upper limit.
 */
export function liveDelay(durations: readonly number[]): number {
  return LIVE_DELAY_SEGMENTS * Math.max(SHORTEST_SEGMENT, ...durations.slice(-RECENT_SEGMENTS))
}

/** Return the absolute URL, which hls.js needs. The server may return paths. */
const absoluteUrl = (url: string) => new URL(url, document.baseURI).href

function isBuffered({ buffered }: HTMLVideoElement, at: number): boolean {
  for (let i = 0; i < buffered.length; i++) if (buffered.start(i) <= at && at < buffered.end(i)) return true
  return false
}

/**
 * Turns off what is not needed of the full build: `captions.ts` loads the subtitles already, and its interstitials would
 * let a held stream go.
 */
const WITHOUT_EXTRAS: Partial<HlsConfig> = {
  enableWebVTT: false,
  enableIMSC1: false,
  subtitleTrackController: undefined,
  subtitleStreamController: undefined,
  interstitialsController: undefined,
  renderTextTracksNatively: false,
}

/** The names that hls.js gives to closed caption channels. */
const CAPTION_CHANNEL = /^(?:textTrack|CC|SERVICE)([1-4])$/

/** The group of captions that are sent while an event is live. The picture may have others. */
const LIVE_CAPTIONS_GROUP = 'live'

function captionChannel(name: string | undefined): string | null {
  const number = name?.match(CAPTION_CHANNEL)?.[1]
  return number ? `CC${number}` : null
}

/**
 * A stream that hls.js plays. Most streams use its light build, which has no alternative audio tracks and no closed
 * captions. A stream that needs them switches to the full build before any segment loads.
 */
export class HlsStream implements Stream, LimitedStream {
  readonly meter = new ConnectionMeter()
  private hls: Hls
  private isFullBuild = false
  private isDestroyed = false
  private url = ''
  private audioTrack: string | null = null
  /** Remembers older signatures, because the URLs of caption tracks contain the first one. */
  private readonly signedFolder = new SignedFolder()
  private readonly lowDelay: LowDelayMode
  private loadedPart: LoadedPart | null = null
  private isManifestKnown = false
  private startAt = 0
  /** When the frame at `startAt` was recorded. The timeline of a sliding window starts anew with each load. */
  private startInstant: number | null = null
  /** Whether only the playlists load. */
  private isHeld = false
  /** The chosen height; 0 means automatic. */
  private chosenHeight = 0
  private heights: number[] = []
  private firstPts: number | null = null
  /** The largest rendition that plays, as a number of `renditions`. */
  private limit: number

  /** `isShared`: other streams of the page share the connection. They decide the limit of each together. */
  constructor(
    private readonly video: HTMLVideoElement,
    private readonly events: StreamEvents,
    private readonly simulationClock: SimulationClock | null = null,
    private readonly isShared = false,
  ) {
    this.limit = isShared ? 0 : NO_LIMIT
    this.lowDelay = new LowDelayMode(!isShared && !simulationClock, () => this.distanceToEdge())
    video.addEventListener('seeking', this.forgetPart)
    this.hls = this.build(LightHls, {})
  }

  private build(HlsBuild: typeof LightHls, overrides: Partial<HlsConfig>): Hls {
    const config: Partial<HlsConfig> = {
      workerPath,
      autoStartLoad: false,
      capLevelToPlayerSize: true,
      backBufferLength: 90,
      liveSyncDuration: this.delay([]),
      pLoader: createPartsLoader(this.lowDelay, HlsBuild.DefaultConfig.loader),
      abrController: holdRendition(HlsBuild.DefaultConfig.abrController, () => this.heldLevel()),
      xhrSetup: (xhr, url) => xhr.open('GET', this.sign(url), true),
      ...(this.isShared ? SHARED_CONFIG : {}),
      ...overrides,
    }
    const hls = new HlsBuild(config)
    this.listen(hls)
    attachMeter(hls, this.meter)
    hls.attachMedia(this.video)
    return hls
  }

  /** Switch to the full build of hls.js. Stay on the light build if the full one fails to load. */
  private async swapBuild(closedCaptions: boolean): Promise<void> {
    const { url } = this
    const full = await import('hls.js').catch(() => null)
    if (this.isDestroyed || this.isFullBuild || url !== this.url) return
    const { startPosition } = this.hls.config
    if (!full) return this.startLoad(startPosition)
    this.hls.destroy()
    this.isFullBuild = true
    this.hls = this.build(full.default, {
      ...WITHOUT_EXTRAS,
      enableCEA708Captions: closedCaptions,
      startPosition,
    })
    this.loadSource(url)
  }

  /** Load a playlist. hls.js forgets the limit then. */
  private loadSource(url: string): void {
    this.hls.loadSource(url)
    this.hls.autoLevelCapping = this.limit
  }

  load(url: string, at: number, isHeld = false): void {
    this.signedFolder.renew(absoluteUrl(url))
    if (this.isManifestKnown) this.startInstant = at > 0 && this.liveWindow() ? this.instantAt(at) : null
    else if (at !== this.startAt) this.startInstant = null
    this.isHeld = isHeld
    this.isManifestKnown = false
    this.firstPts = null
    this.startAt = at
    const from = at || this.simulationClock?.() || 0
    this.url = url
    this.hls.config.startPosition = from > 0 ? from : -1
    this.loadSource(url)
  }

  loadSegments(): void {
    this.isHeld = false
    this.hls.resumeBuffering()
  }

  renew(url: string): void {
    // After a live event ends, the URL may point to its recording, which is a different playlist.
    const isSameFolder = this.signedFolder.contains(absoluteUrl(url))
    if (!this.isManifestKnown || !isSameFolder)
      this.load(url, this.isManifestKnown ? this.video.currentTime : this.startAt)
    else {
      this.signedFolder.renew(absoluteUrl(url))
      this.hls.startLoad()
    }
  }

  recover(): void {
    this.hls.recoverMediaError()
  }

  selectRendition(height: number): void {
    this.chosenHeight = height
    this.hls.nextLevel = this.hls.levels.findIndex(level => level.height === height)
  }

  renditions(): readonly Rendition[] {
    return this.hls.levels.map(({ maxBitrate, height }) => ({ bitrate: maxBitrate, height }))
  }

  limitRendition(index: number): void {
    this.limit = index
    this.hls.autoLevelCapping = index
  }

  selectAudioTrack(name: string): void {
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
    return instantAt(this.hls.latestLevelDetails?.fragments ?? [], at)
  }

  positionAt(instant: number): number | null {
    return positionAt(this.hls.latestLevelDetails?.fragments ?? [], instant)
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

  leaveLowDelay(): void {
    if (!this.lowDelay.isOn) return
    this.lowDelay.turnOff()
    this.takeLongDelay()
  }

  destroy(): void {
    this.isDestroyed = true
    this.video.removeEventListener('seeking', this.forgetPart)
    this.hls.destroy()
    this.video.removeAttribute('src')
  }

  /** Stay as far behind as other players, at once: the seconds between are in the buffer already. */
  private takeLongDelay(): void {
    const { hls, video } = this
    this.loadedPart = null
    hls.lowLatencyMode = false
    const delay = this.delay(hls.latestLevelDetails?.fragments.map(({ duration }) => duration) ?? [])
    // This also forgets the stalls, which hls.js adds to the delay.
    hls.targetLatency = delay
    const back = video.currentTime - (delay - LOW_DELAY_SECONDS)
    if (this.lowDelay.isNearEdge() && isBuffered(video, back)) video.currentTime = back
  }

  private readonly forgetPart = (): void => {
    this.loadedPart = null
  }

  /** Return the rendition of the segment whose parts are being loaded; null between two segments. */
  private heldLevel(): number | null {
    const { loadedPart } = this
    const details = loadedPart && this.hls.latestLevelDetails
    return details && isWithinSegment(loadedPart, details) ? loadedPart.level : null
  }

  /** Count a stall, or a part that loads too slowly to prevent one. */
  private countStall(): void {
    if (this.lowDelay.stalled(performance.now())) this.takeLongDelay()
  }

  private startLoad(at: number): void {
    this.hls.startLoad(at)
    if (this.isHeld) this.hls.pauseBuffering()
  }

  /** Return where the viewer was before this load, if the window has moved since; null otherwise. */
  private movedStart(): number | null {
    const position = this.startInstant === null ? null : this.positionAt(this.startInstant)
    const start = this.liveWindow()?.start
    if (position === null || start === undefined || Math.abs(position - this.startAt) < MIN_MOVE_SECONDS)
      return null
    return Math.max(start, position)
  }

  private distanceToEdge(): number | null {
    const edge = this.hls.latestLevelDetails?.edge
    return edge === undefined || this.video.readyState === 0 ? null : edge - this.video.currentTime
  }

  private delay(durations: readonly number[]): number {
    if (this.lowDelay.isOn) return LOW_DELAY_SECONDS
    return liveDelay(durations) * (this.isShared ? SHARED_DELAY_FACTOR : 1)
  }

  private listen(hls: Hls): void {
    let subtitles: Manifest['subtitles'] = []
    let audioTracks: Manifest['audioTracks'] = []
    let closedCaptions: ClosedCaptionTrack[] = []
    let hasSeparateAudio = false
    let hasFileCaptions = false
    let audioOnlyUrl: string | null = null
    hls.on(Events.MANIFEST_PARSED, (_, data) => {
      this.heights = [...new Set(data.levels.map(level => level.height))].sort((a, b) => b - a)
      // hls.js forgets the chosen rendition with each load.
      if (this.heights.includes(this.chosenHeight)) this.selectRendition(this.chosenHeight)
      subtitles = data.subtitleTracks.map(track => ({
        name: track.name,
        language: track.lang ?? '',
        url: track.url,
        isLive: track.groupId === LIVE_CAPTIONS_GROUP,
      }))
      hasFileCaptions = subtitles.some(track => !track.isLive)
      hasSeparateAudio = data.audioTracks.some(track => track.url)
      const tracks = [...data.audioTracks].sort((a, b) => Number(b.default) - Number(a.default))
      const named = new Map(tracks.map(track => [track.name, track.lang ?? '']))
      audioTracks = named.size > 1 ? [...named].map(([name, language]) => ({ name, language })) : []
    })
    // hls.js emits MANIFEST_LOADED after MANIFEST_PARSED.
    hls.on(Events.MANIFEST_LOADED, (_, { levels = [], captions = [], sessionData }) => {
      // hls.js does not play this variant beside those with video.
      audioOnlyUrl = levels.find(level => !level.height && !level.videoCodec)?.url ?? null
      this.lowDelay.offer(sessionData)
      hls.config.liveSyncDuration = this.delay([])
      closedCaptions = captions.flatMap(({ instreamId, name, lang }) => {
        const channel = captionChannel(instreamId)
        return channel && !hasFileCaptions ? [{ channel, name, language: lang ?? '' }] : []
      })
      if (!this.isFullBuild && (hasSeparateAudio || closedCaptions.length > 0))
        void this.swapBuild(closedCaptions.length > 0)
      else this.startLoad(hls.config.startPosition)
    })
    hls.on(Events.LEVEL_LOADED, (_, { details }) => {
      if (details.live)
        hls.config.liveSyncDuration = this.delay(details.fragments.map(({ duration }) => duration))
      if (this.isManifestKnown) return
      this.isManifestKnown = true
      const movedStart = this.movedStart()
      if (movedStart !== null) this.startLoad(movedStart)
      const heights = this.heights.filter(Boolean)
      const [usableCaptions, usableAudio] = this.isFullBuild ? [closedCaptions, audioTracks] : [[], []]
      this.events.manifest({
        heights,
        subtitles,
        closedCaptions: usableCaptions,
        audioTracks: usableAudio,
        isLive: details.live,
        audioOnlyUrl,
      })
    })
    hls.on(Events.FRAG_LOADED, (_, { frag, part }) => {
      this.loadedPart = part ? { level: frag.level, segment: Number(frag.sn), index: part.index } : null
    })
    hls.on(Events.FRAG_LOAD_EMERGENCY_ABORTED, (_, { part }) => {
      if (part) this.countStall()
    })
    hls.on(Events.AUDIO_TRACKS_UPDATED, () => {
      if (this.audioTrack !== null) this.selectAudioTrack(this.audioTrack)
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
      if (data.details === 'bufferStalledError') this.countStall()
      const fault = faultOfHlsError(data)
      // A late response to a request from before the renewal is no new fault. A fatal one has stopped hls.js.
      const isLate = fault === 'forbidden' && this.signedFolder.isOld(requestedUrl(data))
      if (isLate && data.fatal) this.startLoad(-1)
      else if (fault && !isLate) this.events.fault(fault)
    })
  }
}
