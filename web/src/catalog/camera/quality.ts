/** A quality of the recording: the shorter side in pixels, and the bits per second of its video. */
export interface Quality {
  name: string
  shortSide: number
  bitrate: number
}

/** The qualities, best first. */
export const QUALITIES: readonly [Quality, ...Quality[]] = [
  { name: '1080p', shortSide: 1080, bitrate: 4_500_000 },
  { name: '720p', shortSide: 720, bitrate: 2_500_000 },
  { name: '540p', shortSide: 540, bitrate: 1_200_000 },
  { name: '360p', shortSide: 360, bitrate: 600_000 },
  { name: '240p', shortSide: 240, bitrate: 250_000 },
]
/** The quality of the first seconds, before anything is known about the line. */
export const FIRST_QUALITY = 1
export const AUDIO_BITRATE = 96_000

/** What is known about the line when a quality is decided. */
export interface LineState {
  /** Bits per second that the line carried when it last carried something; null if it never did. */
  uploadRate: number | null
  /** Seconds and bits of video that are recorded and not sent. */
  backlogSeconds: number
  backlogBits: number
  /** Seconds since the quality changed. */
  secondsSinceChange: number
}

/** Behind by this much, the line is too slow for the quality. */
const MAX_BACKLOG_SECONDS = 5
/** Behind by less than this, the line keeps up. */
const GOOD_BACKLOG_SECONDS = 4
/** A change shows in the backlog only after some seconds. */
const MIN_SECONDS_BEFORE_LOWER = 6
const MIN_SECONDS_BEFORE_BETTER = 20
/** The share of the line that the video takes at most, so that it also catches up. */
const MAX_SHARE = 0.75
/** A better quality needs this share of the line to be free. */
const SPARE_SHARE = 0.6
/** How soon everything is sent while the line carries as much as before: in this time, or twice the backlog's. */
const CATCH_UP_SECONDS = 60

/**
 * Return the index of the quality to record from now on.
 *
 * A line that falls behind gets the best quality that leaves room to catch up, and at least one step less. The same
 * holds while the line is gone, because the phone must send later what it records now. A line that keeps up gets one
 * step more, if it has carried enough for it. The quality stays until something is known about the line.
 */
export function decideQuality(current: number, line: LineState): number {
  const { uploadRate, backlogSeconds, secondsSinceChange } = line
  if (uploadRate === null) return current
  if (backlogSeconds > MAX_BACKLOG_SECONDS) {
    if (secondsSinceChange < MIN_SECONDS_BEFORE_LOWER) return current
    const bitrate = bitrateToCatchUp(uploadRate, line)
    return totalBitrate(current) <= bitrate ? current : Math.max(bestFor(bitrate), lower(current))
  }
  const better = current - 1
  const isCalm = backlogSeconds <= GOOD_BACKLOG_SECONDS && secondsSinceChange >= MIN_SECONDS_BEFORE_BETTER
  if (better < 0 || !isCalm) return current
  return totalBitrate(better) <= uploadRate * SPARE_SHARE ? better : current
}

/** Return the bits per second that leave enough of the line for what waits. */
function bitrateToCatchUp(uploadRate: number, { backlogSeconds, backlogBits }: LineState): number {
  const seconds = Math.max(CATCH_UP_SECONDS, 2 * backlogSeconds)
  return Math.min(uploadRate * MAX_SHARE, uploadRate - backlogBits / seconds)
}

const lower = (index: number) => Math.min(index + 1, QUALITIES.length - 1)

/** Return the bits per second of a quality, with its sound. */
export const totalBitrate = (index: number) => (QUALITIES[index]?.bitrate ?? 0) + AUDIO_BITRATE

/** Return the best quality of at most `bitrate` bits per second; the lowest one if none is. */
function bestFor(bitrate: number): number {
  const found = QUALITIES.findIndex((_, index) => totalBitrate(index) <= bitrate)
  return found === -1 ? QUALITIES.length - 1 : found
}

/** Return the index of the best quality for a camera: a better one would only cost more. */
export function bestForCamera(shortSide: number): number {
  const found = QUALITIES.findIndex(quality => quality.shortSide <= shortSide)
  return found === -1 ? QUALITIES.length - 1 : found
}

/** The width and height of a picture in pixels. */
export interface PictureSize {
  width: number
  height: number
}

/** Return the largest size of a quality for a camera picture, in its own direction. */
export function fitSize(quality: Quality, { width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, quality.shortSide / Math.min(width, height))
  return { width: even(width * scale), height: even(height * scale) }
}

const even = (size: number) => 2 * Math.round(size / 2)
