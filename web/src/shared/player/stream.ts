import type { Fault } from './policy'

export interface SubtitleTrack {
  name: string
  language: string
  url: string
}

export interface Manifest {
  /** Heights in pixels, highest first; empty when the browser picks by itself. */
  heights: number[]
  subtitles: SubtitleTrack[]
  live: boolean
}

export interface StreamEvents {
  manifest(manifest: Manifest): void
  fault(fault: Fault): void
  /** The rendition now shown, in pixels of height. */
  rendition(height: number): void
}

/** A moving picture behind an address: hls.js, or the browser itself. */
export interface Stream {
  /** Loads from the start, or goes on at `at` seconds. */
  load(url: string, at: number): void
  /** Goes on under a fresh signature without starting anew where that can be done. */
  renew(url: string): void
  /** Starts the decoder again. */
  recover(): void
  /** Fixes the rendition; 0 lets the stream choose. */
  choose(height: number): void
  /** The newest instant of a live stream, in seconds of the media clock; null when recorded. */
  edge(): number | null
  /** Seconds that the media clock lies behind a caption's stream time; 0 when unknown. */
  captionOffset(): number
  /** An address of this stream under its newest signature. */
  sign(url: string): string
  destroy(): void
}
