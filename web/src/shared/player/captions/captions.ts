import type { ClosedCaptionTrack, Stream, SubtitleTrack } from '../stream/Stream'
import { type CaptionPlaylist, type CaptionSegment, parseCaptionPlaylist, segmentsBetween } from './playlist'
import { parseCues, parseTimestampMap } from './vtt'

const PRELOAD_SECONDS = 60
/** The language tag of a track without one. Plyr does not turn on a track that has no language. */
const UNDETERMINED_LANGUAGE = 'und'
/** Reload a growing playlist after the playback position has moved by this many seconds. */
const RELOAD_AFTER_SECONDS = 4
/** Reload the playlist of live captions when playback is this close to its end, at most once a second. */
const LIVE_MARGIN_SECONDS = 3
const LIVE_RELOAD_SECONDS = 1
const MPEGTS_CLOCK = 90_000

type FetchText = (url: string, signal: AbortSignal) => Promise<string>

const fetchText: FetchText = async (url, signal) => {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`captions: ${response.status}`)
  return response.text()
}

/** Return the seconds to add to a segment's cue times to reach the media clock. */
export function cueShift(vtt: string, firstPts: number): number {
  const map = parseTimestampMap(vtt)
  return map ? map.mpegts / MPEGTS_CLOCK - map.local - firstPts : 0
}

const cueText = (cue: TextTrackCue) => ('text' in cue ? String(cue.text) : '')

interface LoadedTrack {
  track: TextTrack
  source: SubtitleTrack
  playlist: CaptionPlaylist | null
  /** The playback position, in seconds, when the playlist was loaded. */
  loadedAt: number
  loadedUrls: Set<string>
  isLoading: boolean
}

/**
 * The captions of a video. Copies HLS subtitles into text tracks, one minute ahead of the playback position.
 * The light build of hls.js has no subtitle support. This class replaces the part that the player needs.
 */
export class Captions {
  private readonly abort = new AbortController()
  private tracks: LoadedTrack[] = []
  private readonly closedCaptionTracks = new Map<string, TextTrack>()

  /** `activeTrack` returns the index of the visible track, or -1. */
  constructor(
    private readonly video: HTMLVideoElement,
    private readonly stream: Pick<
      Stream,
      'sign' | 'captionOffset' | 'instantAt' | 'positionAt' | 'leaveLowDelay'
    >,
    private readonly activeTrack: () => number,
    private readonly fetchText_: FetchText = fetchText,
  ) {
    video.addEventListener('timeupdate', () => this.loadAhead(), { signal: this.abort.signal })
  }

  /** Add the stream's subtitle tracks to the video. */
  addSubtitleTracks(sources: SubtitleTrack[]): void {
    this.tracks = sources.map(source => {
      const track = this.video.addTextTrack(
        'subtitles',
        source.name,
        source.language || UNDETERMINED_LANGUAGE,
      )
      track.mode = 'disabled'
      return { track, source, playlist: null, loadedAt: 0, loadedUrls: new Set(), isLoading: false }
    })
  }

  /**
   * Add a track for each closed caption channel; `addCues` fills it. Call `addSubtitleTracks` first: `activeTrack`
   * must count the subtitle tracks first.
   */
  addClosedCaptionTracks(channels: ClosedCaptionTrack[], label: string): void {
    for (const { channel, name, language } of channels) {
      const trackLabel = name === channel && channels.length === 1 ? label : `${label} (${name})`
      const track = this.video.addTextTrack('captions', trackLabel, language || UNDETERMINED_LANGUAGE)
      track.mode = 'disabled'
      this.closedCaptionTracks.set(channel, track)
    }
  }

  /** Add closed caption cues. Skip existing cues: after a seek back, hls.js parses the same cues again. */
  addCues(channel: string, cues: VTTCue[]): void {
    const track = this.closedCaptionTracks.get(channel)
    if (!track) return
    const mode = track.mode
    if (mode === 'disabled') track.mode = 'hidden' // a disabled track has no cue list
    const existingCues = new Set(
      Array.from(track.cues ?? [], cue => `${cue.startTime.toFixed(2)} ${cueText(cue)}`),
    )
    for (const cue of cues) {
      if (!existingCues.has(`${cue.startTime.toFixed(2)} ${cue.text}`)) track.addCue(cue)
    }
    track.mode = mode
  }

  /** Forget all cues: a live stream that was loaded again has another timeline. */
  restart(): void {
    for (const loadedTrack of this.tracks) {
      loadedTrack.playlist = null
      loadedTrack.loadedUrls = new Set()
    }
    for (const track of [...this.tracks.map(({ track }) => track), ...this.closedCaptionTracks.values()]) {
      const { mode } = track
      if (mode === 'disabled') track.mode = 'hidden' // a disabled track has no cue list
      for (const cue of Array.from(track.cues ?? [])) track.removeCue(cue)
      track.mode = mode
    }
  }

  /** Load the cues of the visible track for the next minute of playback. */
  loadAhead(): void {
    const loadedTrack = this.tracks[this.activeTrack()]
    if (!loadedTrack || loadedTrack.isLoading || this.video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA)
      return
    // Live captions arrive after the parts of their picture.
    if (loadedTrack.source.isLive) this.stream.leaveLowDelay()
    loadedTrack.isLoading = true
    void this.loadTrack(loadedTrack)
      .catch(() => undefined) // playback goes on without captions; the next `timeupdate` retries
      .finally(() => {
        loadedTrack.isLoading = false
      })
  }

  destroy(): void {
    this.abort.abort()
  }

  private async loadTrack(loadedTrack: LoadedTrack): Promise<void> {
    if (this.needsPlaylist(loadedTrack)) {
      loadedTrack.loadedAt = this.video.currentTime
      const text = await this.fetchSigned(loadedTrack.source.url)
      loadedTrack.playlist = parseCaptionPlaylist(text, loadedTrack.source.url)
    }
    const { playlist } = loadedTrack
    if (!playlist) return
    const now = this.positionIn(playlist, loadedTrack.source)
    for (const segment of segmentsBetween(playlist, now - 5, now + PRELOAD_SECONDS)) {
      if (!loadedTrack.loadedUrls.has(segment.url)) await this.loadSegment(loadedTrack, segment)
    }
  }

  private needsPlaylist({ playlist, loadedAt, source }: LoadedTrack): boolean {
    if (!playlist) return true
    if (playlist.ended) return false
    const margin = source.isLive ? LIVE_MARGIN_SECONDS : PRELOAD_SECONDS
    const isCovered = (playlist.segments.at(-1)?.end ?? 0) > this.positionIn(playlist, source) + margin
    const reloadAfter = source.isLive ? LIVE_RELOAD_SECONDS : RELOAD_AFTER_SECONDS
    return !isCovered && Math.abs(this.video.currentTime - loadedAt) >= reloadAfter
  }

  /**
   * Return the playback position on the timeline of a playlist, which starts with its first segment. Live captions have
   * the wall clock in common with the video.
   */
  private positionIn(playlist: CaptionPlaylist, source: SubtitleTrack): number {
    const { currentTime } = this.video
    if (!source.isLive) return currentTime
    const instant = this.stream.instantAt(currentTime) ?? 0
    const segment =
      playlist.segments.findLast(({ instant: startsAt }) => (startsAt ?? 0) <= instant) ??
      playlist.segments[0]
    return segment ? segment.start + (instant - (segment.instant ?? 0)) / 1000 : 0
  }

  private async loadSegment(loadedTrack: LoadedTrack, segment: CaptionSegment): Promise<void> {
    const vtt = await this.fetchSigned(segment.url)
    const shift = this.shiftOf(vtt, segment, loadedTrack.source)
    if (shift === null) return
    loadedTrack.loadedUrls.add(segment.url)
    const existingCues = new Set(
      Array.from(loadedTrack.track.cues ?? [], cue => `${cue.startTime} ${cue.id}`),
    )
    for (const { start, end, text } of parseCues(vtt)) {
      const cue = new VTTCue(start + shift, end + shift, text)
      cue.id = text
      if (!existingCues.has(`${cue.startTime} ${cue.id}`)) loadedTrack.track.addCue(cue)
    }
  }

  /** Return the seconds to add to the cue times of a segment; null while the video does not know its time. */
  private shiftOf(vtt: string, segment: CaptionSegment, source: SubtitleTrack): number | null {
    const { instant, runStart, start } = segment
    const map = parseTimestampMap(vtt)
    if (source.isLive && instant !== null) {
      const position = this.stream.positionAt(instant)
      return position === null ? null : position - (map?.local ?? 0)
    }
    // The media clock goes on after a discontinuity, and the map starts anew. It is of the start of the segment.
    if (map && runStart === start) return start - map.local
    return cueShift(vtt, this.stream.captionOffset())
  }

  private fetchSigned(url: string): Promise<string> {
    return this.fetchText_(this.stream.sign(url), this.abort.signal)
  }
}
