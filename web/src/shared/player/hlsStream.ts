import workerPath from 'hls.js/dist/hls.worker.js?url'
import Hls, { type ErrorData, type HlsConfig } from 'hls.js/light'
import type { Fault } from './policy'
import { SignedFolder } from './signature'
import type { Manifest, Stream, StreamEvents } from './stream'

/** hls.js needs Media Source Extensions. */
export const hlsSupported = () => Hls.isSupported()

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
  ) {
    const config: Partial<HlsConfig> = {
      workerPath,
      capLevelToPlayerSize: true,
      backBufferLength: 90,
      xhrSetup: (xhr, url) => xhr.open('GET', this.sign(url), true),
    }
    this.hls = new Hls(config)
    this.listen()
    this.hls.attachMedia(video)
  }

  load(url: string, at: number): void {
    this.folder.renew(absolute(url))
    this.known = false
    this.startAt = at
    this.hls.config.startPosition = at > 0 ? at : -1
    this.hls.loadSource(url)
  }

  renew(url: string): void {
    this.folder.renew(absolute(url))
    if (this.known) this.hls.startLoad()
    else this.load(url, this.startAt)
  }

  recover(): void {
    this.hls.recoverMediaError()
  }

  choose(height: number): void {
    this.hls.nextLevel = this.hls.levels.findIndex(level => level.height === height)
  }

  edge(): number | null {
    return this.hls.latestLevelDetails?.live ? this.hls.liveSyncPosition : null
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
      if (this.known) return
      this.known = true
      this.events.manifest({ heights: this.heights.filter(Boolean), subtitles, live: details.live })
    })
    this.hls.on(Events.INIT_PTS_FOUND, (_, data) => {
      this.firstPts ??= data.initPTS / data.timescale
    })
    this.hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
      this.events.rendition(this.hls.levels[level]?.height ?? 0)
    })
    this.hls.on(Events.ERROR, (_, data) => {
      const fault = faultOf(data)
      if (fault) this.events.fault(fault)
    })
  }
}
