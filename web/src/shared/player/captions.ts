import { type CaptionPlaylist, type CaptionSegment, parseCaptionPlaylist, segmentsBetween } from './playlist'
import type { ClosedCaptionTrack, Stream, SubtitleTrack } from './stream'
import { parseCues, parseTimestampMap } from './vtt'

const AHEAD = 60
/** The tag of a language that nobody named: Plyr turns on no track without one. */
const UNKNOWN = 'und'
/** A playlist that grows is asked for again when the picture has moved on by so many seconds. */
const GROWN = 4
const MPEGTS_CLOCK = 90_000

type FetchText = (url: string, signal: AbortSignal) => Promise<string>

const fetchText: FetchText = async (url, signal) => {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`captions: ${answer.status}`)
  return answer.text()
}

/** Seconds to add to a segment's cue times to reach the media clock. */
export function cueShift(vtt: string, firstPts: number): number {
  const map = parseTimestampMap(vtt)
  return map ? map.mpegts / MPEGTS_CLOCK - map.local - firstPts : 0
}

const cueText = (cue: TextTrackCue) => ('text' in cue ? String(cue.text) : '')

interface Loaded {
  track: TextTrack
  source: SubtitleTrack
  playlist: CaptionPlaylist | null
  /** Where the picture was when the playlist came. */
  at: number
  done: Set<string>
  busy: boolean
}

/**
 * Brings the HLS subtitle tracks into the video's text tracks, a minute ahead of the picture. The
 * light build of hls.js leaves them out; this is the part of it that we need.
 */
export class Captions {
  private readonly stop = new AbortController()
  private tracks: Loaded[] = []
  private readonly inPictures = new Map<string, TextTrack>()

  /** `active` answers the index of the track that is shown, or -1. */
  constructor(
    private readonly video: HTMLVideoElement,
    private readonly stream: Pick<Stream, 'sign' | 'captionOffset'>,
    private readonly active: () => number,
    private readonly fetchText_: FetchText = fetchText,
  ) {
    video.addEventListener('timeupdate', () => this.follow(), { signal: this.stop.signal })
  }

  /** Puts the stream's subtitle tracks into the video. */
  offer(sources: SubtitleTrack[]): void {
    this.tracks = sources.map(source => {
      const track = this.video.addTextTrack('subtitles', source.name, source.language || UNKNOWN)
      track.mode = 'disabled'
      return { track, source, playlist: null, at: 0, done: new Set(), busy: false }
    })
  }

  /** Makes a track for each channel of captions within the pictures; `add` fills it. Subtitles come first. */
  announce(channels: ClosedCaptionTrack[], label: string): void {
    for (const { channel, name, language } of channels) {
      const plain = name === channel && channels.length === 1 ? label : `${label} (${name})`
      const track = this.video.addTextTrack('captions', plain, language || UNKNOWN)
      track.mode = 'disabled'
      this.inPictures.set(channel, track)
    }
  }

  /** Takes captions that the pictures carry; what is known already, as after a jump back, is left out. */
  add(channel: string, cues: VTTCue[]): void {
    const track = this.inPictures.get(channel)
    if (!track) return
    const mode = track.mode
    if (mode === 'disabled') track.mode = 'hidden' // a track that is disabled has no list of cues
    const known = new Set(Array.from(track.cues ?? [], cue => `${cue.startTime.toFixed(2)} ${cueText(cue)}`))
    for (const cue of cues) {
      if (!known.has(`${cue.startTime.toFixed(2)} ${cue.text}`)) track.addCue(cue)
    }
    track.mode = mode
  }

  /** Loads what the picture will soon need of the shown track. */
  follow(): void {
    const shown = this.tracks[this.active()]
    if (!shown || shown.busy || this.video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    shown.busy = true
    void this.fill(shown)
      .catch(() => undefined) // a picture without captions is better than no picture; the next tick tries again
      .finally(() => {
        shown.busy = false
      })
  }

  destroy(): void {
    this.stop.abort()
  }

  private async fill(shown: Loaded): Promise<void> {
    const now = this.video.currentTime
    const covered = (shown.playlist?.segments.at(-1)?.end ?? 0) > now + AHEAD
    const fresh = Math.abs(now - shown.at) < GROWN
    if (!shown.playlist || (!shown.playlist.ended && !covered && !fresh)) {
      const text = await this.text(shown.source.url)
      shown.at = now
      shown.playlist = parseCaptionPlaylist(text, shown.source.url)
    }
    for (const segment of segmentsBetween(shown.playlist, now - 5, now + AHEAD)) {
      if (!shown.done.has(segment.url)) await this.load(shown, segment)
    }
  }

  private async load(shown: Loaded, segment: CaptionSegment): Promise<void> {
    const vtt = await this.text(segment.url)
    const shift = cueShift(vtt, this.stream.captionOffset())
    shown.done.add(segment.url)
    const known = new Set(Array.from(shown.track.cues ?? [], cue => `${cue.startTime} ${cue.id}`))
    for (const { start, end, text } of parseCues(vtt)) {
      const cue = new VTTCue(start + shift, end + shift, text)
      cue.id = text
      if (!known.has(`${cue.startTime} ${cue.id}`)) shown.track.addCue(cue)
    }
  }

  private text(url: string): Promise<string> {
    return this.fetchText_(this.stream.sign(url), this.stop.signal)
  }
}
