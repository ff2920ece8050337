/** A media playlist of WebVTT segments (RFC 8216, 4.4.3). */

export interface CaptionSegment {
  url: string
  start: number
  end: number
}

export interface CaptionPlaylist {
  segments: CaptionSegment[]
  /** A live playlist goes on; it is asked for again. */
  ended: boolean
}

/** Segments with their place on the time line, which begins at 0 with the first one. */
export function parseCaptionPlaylist(text: string, base: string): CaptionPlaylist {
  const segments: CaptionSegment[] = []
  let at = 0
  let duration = 0
  for (const raw of text.split(/\r\n|\n|\r/)) {
    const line = raw.trim()
    if (line.startsWith('#EXTINF:')) duration = Number.parseFloat(line.slice(8)) || 0
    else if (line && !line.startsWith('#')) {
      segments.push({ url: new URL(line, base).href, start: at, end: at + duration })
      at += duration
    }
  }
  return { segments, ended: text.includes('#EXT-X-ENDLIST') }
}

/** The segments that show something between two instants. */
export function segmentsBetween(playlist: CaptionPlaylist, from: number, to: number): CaptionSegment[] {
  return playlist.segments.filter(segment => segment.end > from && segment.start < to)
}
