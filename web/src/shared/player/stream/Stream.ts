import type { ConnectionMeter } from '../quality/ConnectionMeter'
import type { Fault } from './retryPolicy'

export interface SubtitleTrack {
  name: string
  language: string
  url: string
}

/** A sound that a viewer can choose. Names differ within a stream. */
export interface AudioTrackInfo {
  name: string
  /** BCP 47 tag, or empty. */
  language: string
}

/** CEA-608 captions within the pictures; `channel` is `CC1` to `CC4`. */
export interface ClosedCaptionTrack {
  channel: string
  name: string
  language: string
}

export interface Manifest {
  /** Heights in pixels, highest first; empty when the browser picks by itself. */
  heights: number[]
  subtitles: SubtitleTrack[]
  /** Captions within the pictures; none where the same text comes as subtitles. */
  closedCaptions: ClosedCaptionTrack[]
  /** The default sound first; empty where there is no choice. */
  audioTracks: AudioTrackInfo[]
  isLive: boolean
}

export interface StreamEvents {
  manifest(manifest: Manifest): void
  fault(fault: Fault): void
  /** The rendition now shown: pixels of height, kbit/s. */
  rendition(height: number, bitrate: number): void
  /** Captions found in the pictures that were loaded. */
  captions(channel: string, cues: VTTCue[]): void
}

/** What there is of a live stream, in seconds of the media clock. */
export interface LiveWindow {
  /** The oldest instant that one may go back to. */
  start: number
  /** Where a viewer is live: a little before the newest, so that the picture does not run dry. */
  edge: number
  /** The end of what has come so far. */
  newest: number
}

/** The instant that is on for everybody, in seconds of the media clock; a stream without one is live as it comes. */
export type SimulationClock = () => number

/** A moving picture behind an address: hls.js, or the browser itself. */
export interface Stream {
  /** Measures the line that it comes by; null where the browser loads by itself. */
  readonly meter: ConnectionMeter | null
  /** Loads from where it begins (a recording's first picture, a live stream's edge), or goes on at `at` seconds. */
  load(url: string, at: number): void
  /** Goes on under a fresh signature without starting anew where that can be done. */
  renew(url: string): void
  /** Starts the decoder again. */
  recover(): void
  /** Fixes the rendition; 0 lets the stream choose. */
  chooseRendition(height: number): void
  /** Plays another of the manifest's sounds, by its name. */
  chooseAudioTrack(name: string): void
  /** What can be watched while it is live; null when it is recorded, or has ended. */
  liveWindow(): LiveWindow | null
  /** When the picture at `at` seconds of the media clock was taken, in milliseconds since the epoch; null when unknown. */
  instantAt(at: number): number | null
  /** Frames a second, as the playlist says; null where it does not. */
  frameRate(): number | null
  /** Seconds that the media clock lies behind a caption's stream time; 0 when unknown. */
  captionOffset(): number
  /** An address of this stream under its newest signature. */
  sign(url: string): string
  destroy(): void
}
