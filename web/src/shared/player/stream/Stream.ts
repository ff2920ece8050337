import type { ConnectionMeter } from '../quality/ConnectionMeter'
import type { Fault } from './retryPolicy'

export interface SubtitleTrack {
  name: string
  language: string
  url: string
  /** Whether the captions were sent while the event was live. Their segments have times of the wall clock. */
  isLive: boolean
}

/** An audio track that a viewer can choose. Its name is unique within the stream. */
export interface AudioTrackInfo {
  name: string
  /** BCP 47 tag, or empty. */
  language: string
}

/** A track of CEA-608 closed captions in the video frames; `channel` is `CC1` to `CC4`. */
export interface ClosedCaptionTrack {
  channel: string
  name: string
  language: string
}

export interface Manifest {
  /** Heights in pixels, highest first; empty when the browser chooses. */
  heights: number[]
  subtitles: SubtitleTrack[]
  /** Closed captions in the video frames; empty when the stream has subtitles. */
  closedCaptions: ClosedCaptionTrack[]
  /** The default audio track first; empty when there is only one. */
  audioTracks: AudioTrackInfo[]
  isLive: boolean
  /** The URL of the playlist without video; absent without one. */
  audioOnlyUrl?: string | null
}

export interface StreamEvents {
  manifest(manifest: Manifest): void
  fault(fault: Fault): void
  /** Called when the rendition changes: height in pixels, bitrate in kbit/s. */
  rendition(height: number, bitrate: number): void
  /** Called with closed captions from loaded segments. */
  captions(channel: string, cues: VTTCue[]): void
}

/** The available part of a live stream, in seconds of the media clock. */
export interface LiveWindow {
  /** The oldest position that a viewer can seek to. */
  start: number
  /** The live position: slightly before the newest segment, so that playback does not run out of segments. */
  edge: number
  /** The end of the newest segment. */
  newest: number
}

/** Returns the live position of a recording that is shown as live, in seconds of the media clock. */
export type SimulationClock = () => number

/** A stream that hls.js or the browser plays. */
export interface Stream {
  /** Measures the connection; null when the browser loads the stream itself. */
  readonly meter: ConnectionMeter | null
  /**
   * Load the stream at `at` seconds; 0 means the start of a recording or the live edge. `isHeld`: load no segments before
   * `loadSegments`.
   */
  load(url: string, at: number, isHeld?: boolean): void
  loadSegments(): void
  /** Continue with a new signature, without a restart if possible. */
  renew(url: string): void
  /** Restart the decoder. */
  recover(): void
  /** Set the rendition by height; 0 means automatic. */
  selectRendition(height: number): void
  /** Switch to an audio track of the manifest by name. */
  selectAudioTrack(name: string): void
  /** Return the live window; null for a recording or an ended stream. */
  liveWindow(): LiveWindow | null
  /** Return when the frame at `at` seconds was recorded, in milliseconds since the epoch; null when unknown. */
  instantAt(at: number): number | null
  /**
   * Return where the frame of a time is, in seconds of the media clock; null when unknown. The time is in milliseconds
   * since the epoch.
   */
  positionAt(instant: number): number | null
  /** Return the frames per second from the playlist, or null. */
  frameRate(): number | null
  /** Return the seconds from the media clock to the stream time of captions; 0 when unknown. */
  captionOffset(): number
  /** Return a URL of this stream with its newest signature. */
  sign(url: string): string
  /** Stay as far behind the newest segment as without parts. */
  leaveLowDelay(): void
  destroy(): void
}

/** A rendition of a stream. */
export interface Rendition {
  /** Bits per second, at its peak. */
  bitrate: number
  /** Pixels; 0 when unknown. */
  height: number
}

/** A stream that plays no larger rendition than its limit. */
export interface LimitedStream {
  readonly meter: ConnectionMeter
  /** Return the renditions, smallest first; empty until the manifest is known. */
  renditions(): readonly Rendition[]
  /** Set the largest rendition, as a number of `renditions`. It changes with the next segment. */
  limitRendition(index: number): void
}
