import { loadAudioOnly } from '../audioOnly/audioOnlyPlaylist'
import type { Fault } from './retryPolicy'
import type { LiveWindow, SimulationClock, Stream, StreamEvents } from './Stream'

const HLS_TYPE = 'application/vnd.apple.mpegurl'

/** Return whether the browser plays HLS natively. */
export const isNativeHlsSupported = (video: HTMLVideoElement) => video.canPlayType(HLS_TYPE) !== ''

/** Return the fault of a media element's error code (HTML, 4.8.11.1). */
export function faultOfMediaError(code: number | undefined): Fault {
  if (code === 2) return 'network'
  return code === 4 ? 'forbidden' : 'media'
}

interface SafariAudioTrack {
  label: string
  language: string
  enabled: boolean
}

/** A video of Safari, with the start date of the media clock and the audio tracks (HTML). */
interface SafariVideo extends HTMLVideoElement {
  getStartDate?(): Date
  audioTracks?: ArrayLike<SafariAudioTrack> & Iterable<SafariAudioTrack>
}

/** Return the audio tracks of the browser, the active one first; empty if there is only one. */
function audioTracksOf(video: SafariVideo) {
  const tracks = [...(video.audioTracks ?? [])].sort((a, b) => Number(b.enabled) - Number(a.enabled))
  const names = tracks.map(({ label, language }) => ({ name: label, language }))
  return names.length > 1 ? names : []
}

/** A stream that Safari plays natively. The browser manages renditions and captions, and AirPlay works. */
export class NativeStream implements Stream {
  readonly meter = null
  private readonly abort = new AbortController()
  private audioOnlyUrl: Promise<string | null> = Promise.resolve(null)

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly events: StreamEvents,
    private readonly simulationClock: SimulationClock | null = null,
  ) {
    const { signal } = this.abort
    video.addEventListener(
      'loadedmetadata',
      async () => {
        const audioOnlyUrl = await this.audioOnlyUrl
        if (signal.aborted) return
        events.manifest({
          heights: [],
          subtitles: [],
          closedCaptions: [],
          audioTracks: audioTracksOf(video),
          isLive: video.duration === Number.POSITIVE_INFINITY,
          audioOnlyUrl,
        })
      },
      { signal },
    )
    video.addEventListener('error', () => events.fault(faultOfMediaError(video.error?.code)), { signal })
  }

  load(url: string, at: number): void {
    this.audioOnlyUrl = loadAudioOnly(url)
    this.video.src = url
    const from = at || this.simulationClock?.() || 0
    if (from > 0) {
      const seek = () => {
        this.video.currentTime = from
      }
      this.video.addEventListener('loadedmetadata', seek, { once: true, signal: this.abort.signal })
    }
    this.video.load()
  }

  /** The browser chooses what it loads. */
  loadSegments(): void {}

  renew(url: string): void {
    const wasPlaying = !this.video.paused
    this.load(url, this.video.currentTime)
    if (wasPlaying) void this.video.play().catch(() => this.events.fault('media'))
  }

  recover(): void {
    this.renew(this.video.currentSrc)
  }

  selectRendition(): void {}

  selectAudioTrack(name: string): void {
    for (const track of (this.video as SafariVideo).audioTracks ?? []) track.enabled = track.label === name
  }

  liveWindow(): LiveWindow | null {
    const { duration, seekable } = this.video
    if (duration !== Number.POSITIVE_INFINITY || !seekable.length) return null
    const start = seekable.start(0)
    // The browser already keeps a distance from the newest segment.
    const newest = seekable.end(seekable.length - 1)
    return { start, edge: Math.min(Math.max(start, this.simulationClock?.() ?? newest), newest), newest }
  }

  instantAt(at: number): number | null {
    const startedAt = (this.video as SafariVideo).getStartDate?.().getTime()
    return startedAt === undefined || Number.isNaN(startedAt) ? null : startedAt + at * 1000
  }

  positionAt(instant: number): number | null {
    const startedAt = this.instantAt(0)
    return startedAt === null ? null : (instant - startedAt) / 1000
  }

  frameRate(): number | null {
    return null
  }

  captionOffset(): number {
    return 0
  }

  sign(url: string): string {
    return url
  }

  /** The browser chooses the delay. */
  leaveLowDelay(): void {}

  destroy(): void {
    this.abort.abort()
    this.video.removeAttribute('src')
    this.video.load()
  }
}
