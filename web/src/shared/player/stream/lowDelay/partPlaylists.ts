/**
 * Playlists with parts (RFC 8216bis). The server writes them as delta updates: they skip the segments before the
 * newest half minute, and the playlist without parts has those.
 */

/** A position in a stream: the number of a segment, and of a part of it. Without a part, the whole segment. */
export interface PartPosition {
  segment: number
  part?: number | undefined
}

const PLAYLIST = /\.m3u8(?=$|\?)/
const numberOf = (text: string, tag: RegExp): number => Number(text.match(tag)?.[1] ?? 0)
const firstSegment = (text: string) => numberOf(text, /^#EXT-X-MEDIA-SEQUENCE:(\d+)$/m)
const skippedSegments = (text: string) => numberOf(text, /^#EXT-X-SKIP:SKIPPED-SEGMENTS=(\d+)$/m)
const isUri = (line: string) => line !== '' && !line.startsWith('#')

/** Return the URL of the playlist with parts that belongs to a playlist, without the delivery directives. */
export const partsUrl = (url: string): string => url.replace(/\?.*$/, '').replace(PLAYLIST, '.parts.m3u8')

/** Return the URL of a playlist without the delivery directives. */
export const plainUrl = (url: string): string => url.replace(/\?.*$/, '')

/** Return the seconds of the longest part. */
export const partTarget = (text: string): number => numberOf(text, /PART-TARGET=([\d.]+)/)

/** Return whether a playlist contains a position, or has ended before it. */
export function containsPosition(text: string, { segment, part }: PartPosition): boolean {
  if (text.includes('#EXT-X-ENDLIST')) return true
  const lines = text.split('\n')
  const next = firstSegment(text) + skippedSegments(text) + lines.filter(isUri).length
  if (next !== segment || part === undefined) return next > segment
  const inProgress = lines.slice(lines.findLastIndex(isUri) + 1)
  return inProgress.filter(line => line.startsWith('#EXT-X-PART:')).length > part
}

/**
 * Return a playlist with parts as hls.js needs it. It says that a reload waits for the next part, as `PartsLoader` does.
 *
 * A comment follows the last segment. Without a line after it, hls.js takes that segment for the one in progress too,
 * and moves it twice when it aligns the playlist with the previous one: the stream gets twice as long.
 */
export const prepareForHls = (text: string): string =>
  `${text.replace('#EXT-X-SERVER-CONTROL:', '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,').trimEnd()}\n# end\n`

/**
 * Return a playlist with parts that skips no segments, or null if the two do not fit together. `plain` must be the
 * newer one.
 */
export function completePlaylist(parts: string, plain: string): string | null {
  const first = firstSegment(plain)
  const missing = firstSegment(parts) + skippedSegments(parts) - first
  if (missing < 0) return null
  const tail = parts.replace(/^#EXT-X-SKIP:.*\n/m, '\n')
  if (missing === 0 && first === firstSegment(parts)) return tail.replace('\n\n', '\n')
  const [partsHeader = '', rest = ''] = splitAtSegments(tail)
  const [plainHeader = '', plainSegments = ''] = splitAtSegments(plain)
  const lines = plainSegments.split('\n')
  let end = 0
  for (let left = missing; left > 0; end++) {
    if (end >= lines.length) return null
    if (isUri(lines[end] ?? '')) left--
  }
  // Both headers are the same but for the first segment, and the tags of the parts.
  const partTags = partsHeader.match(/^#EXT-X-(?:SERVER-CONTROL|PART-INF):.*\n/gm) ?? []
  const header = plainHeader.replace(/^#EXT-X-VERSION:.*$/m, '#EXT-X-VERSION:9') + partTags.join('')
  return `${header}${lines.slice(0, end).join('\n')}\n${rest.trimStart()}`
}

/** Split a playlist into its header and the lines from the first segment or part on. */
function splitAtSegments(text: string): string[] {
  const start = text.search(/^(?:#EXTINF|#EXT-X-PROGRAM-DATE-TIME|#EXT-X-DISCONTINUITY$|#EXT-X-PART:)|^$/m)
  return start < 0 ? [text, ''] : [text.slice(0, start), text.slice(start)]
}
