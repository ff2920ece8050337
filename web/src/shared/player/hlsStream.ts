import workerPath from 'hls.js/dist/hls.worker.js?url'
import Hls, { type ErrorData, type HlsConfig } from 'hls.js/light'
import type { Fault } from './policy'
import { measure } from './quality/hlsMeter'
import { LineMeter } from './quality/LineMeter'
import { SignedFolder } from './signature'
import type { LiveWindow, Manifest, ShowClock, Stream, StreamEvents } from './stream'

/** hls.js needs Media Source Extensions. */
export const hlsSupported = () => Hls.isSupported()

/**
 * Segments that a live viewer stays behind the newest. Two carry the picture over one that is late; a
 * third would only make it older.
 */
const LIVE_SEGMENTS = 2
const SHORTEST_SEGMENT = 2
const RECENT_SEGMENTS = 6

/**
 * Seconds to stay behind the newest picture of a live stream. The target duration of its playlist is no measure:
 * it is the longest that a segment may ever be.
 */
export function liveDelay(durations: readonly number[]): number {
  return LIVE_SEGMENTS * Math.max(SHORTEST_SEGMENT, ...durations.slice(-RECENT_SEGMENTS))
}

/** hls.js asks for absolute addresses; the server may give paths. */
const absolute = (url: string) => new URL(url, document.baseURI).href

/** What an error of hls.js means to us; null when hls.js deals with it by itself. */
export function faultOf(data: Pick<ErrorData, 'fatal' | 'type' | 'details' | 'response'>): Fault | null {
  const status = data.response?.code
  if (status === 401 || status === 403) return 'forbidden'
  if (!data.fatal) return null
  if (data.details === 'manifestIncompatibleCodecsError' || data.details === 'bufferIncompatibleCodecsError')
    return 'unsupported'
  if (status === 404 || status === 410) return 'missing'
  return data.type === 'networkError' ? 'network' : 'media'
}

/** hls.js (light build) behind the player's own words. Captions are loaded by `captions.ts`. */
export class HlsStream implements Stream {
  readonly meter = new LineMeter()
  private readonly hls: Hls
  /** Older signatures stay known: the caption tracks were named under the first one. */
  private readonly folder = new SignedFolder()
  private known = false
  private startAt = 0
  private heights: number[] = []
  private firstPts: number | null = null

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly events: StreamEvents,
    private readonly clock: ShowClock | null = null,
  ) {
    const config: Partial<HlsConfig> = {
      workerPath,
      capLevelToPlayerSize: true,
      backBufferLength: 90,
      liveSyncDuration: liveDelay([]),
      xhrSetup: (xhr, url) => xhr.open('GET', this.sign(url), true),
    }
    this.hls = new Hls(config)
    this.listen()
    measure(this.hls, this.meter)
    this.hls.attachMedia(video)
  }

  load(url: string, at: number): void {
    this.folder.renew(absolute(url))
    this.known = false
    this.startAt = at
    const from = at || this.clock?.() || 0
    this.hls.config.startPosition = from > 0 ? from : -1
    this.hls.loadSource(url)
  }

  renew(url: string): void {
    // A game that ended may go on as its recording, which is another playlist.
    const same = this.folder.holds(absolute(url))
    if (!this.known || !same) this.load(url, this.known ? this.video.currentTime : this.startAt)
    else {
      this.folder.renew(absolute(url))
      this.hls.startLoad()
    }
  }

  recover(): void {
    this.hls.recoverMediaError()
  }

  choose(height: number): void {
    this.hls.nextLevel = this.hls.levels.findIndex(level => level.height === height)
  }

  window(): LiveWindow | null {
    const details = this.hls.latestLevelDetails
    if (!details?.live) return null
    const { fragmentStart: start, edge: newest } = details
    const edge = this.clock?.() ?? this.hls.liveSyncPosition ?? newest
    return { start, edge: Math.min(Math.max(start, edge), newest), newest }
  }

  instant(at: number): number | null {
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
    return this.folder.sign(url)
  }

  destroy(): void {
    this.hls.destroy()
    this.video.removeAttribute('src')
  }

  private listen(): void {
    const { Events } = Hls
    let subtitles: Manifest['subtitles'] = []
    this.hls.on(Events.MANIFEST_PARSED, (_, data) => {
      this.heights = [...new Set(data.levels.map(level => level.height))].sort((a, b) => b - a)
      subtitles = data.subtitleTracks.map(track => ({
        name: track.name,
        language: track.lang ?? '',
        url: track.url,
      }))
    })
    this.hls.on(Events.LEVEL_LOADED, (_, { details }) => {
      if (details.live)
        this.hls.config.liveSyncDuration = liveDelay(details.fragments.map(({ duration }) => duration))
      if (this.known) return
      this.known = true
      this.events.manifest({ heights: this.heights.filter(Boolean), subtitles, live: details.live })
    })
    this.hls.on(Events.INIT_PTS_FOUND, (_, data) => {
      this.firstPts ??= data.initPTS / data.timescale
    })
    this.hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
      const { height = 0, bitrate = 0 } = this.hls.levels[level] ?? {}
      this.events.rendition(height, bitrate / 1000)
    })
    this.hls.on(Events.ERROR, (_, data) => {
      const fault = faultOf(data)
      if (fault) this.events.fault(fault)
    })
  }
}
