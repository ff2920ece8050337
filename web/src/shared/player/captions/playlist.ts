/** A media playlist of WebVTT segments (RFC 8216, 4.4.3). */

export interface CaptionSegment {
  url: string
  start: number
  end: number
  /** When the segment was live, in milliseconds since the epoch; null when unknown. */
  instant: number | null
  /** Where its run begins, if it is after a discontinuity: the stream clock starts anew there. */
  runStart: number | null
}

export interface CaptionPlaylist {
  segments: CaptionSegment[]
  /** Whether the playlist is complete. A live playlist is not: reload it. */
  ended: boolean
}

const DATE_TAG = '#EXT-X-PROGRAM-DATE-TIME:'

/** Parse a playlist. Segment times are seconds on a timeline where the first segment starts at 0. */
export function parseCaptionPlaylist(text: string, base: string): CaptionPlaylist {
  const segments: CaptionSegment[] = []
  let position = 0
  let duration = 0
  let instant: number | null = null
  let runStart: number | null = null
  for (const untrimmed of text.split(/\r\n|\n|\r/)) {
    const line = untrimmed.trim()
    if (line.startsWith('#EXTINF:')) duration = Number.parseFloat(line.slice(8)) || 0
    else if (line === '#EXT-X-DISCONTINUITY' && segments.length > 0) runStart = position
    else if (line.startsWith(DATE_TAG)) instant = Date.parse(line.slice(DATE_TAG.length))
    else if (line && !line.startsWith('#')) {
      const times = { start: position, end: position + duration, instant, runStart }
      segments.push({ url: new URL(line, base).href, ...times })
      position += duration
      if (instant !== null) instant += duration * 1000
    }
  }
  return { segments, ended: text.includes('#EXT-X-ENDLIST') }
}

/** Return the segments that overlap a time range, in seconds. */
export function segmentsBetween(playlist: CaptionPlaylist, from: number, to: number): CaptionSegment[] {
  return playlist.segments.filter(segment => segment.end > from && segment.start < to)
}
