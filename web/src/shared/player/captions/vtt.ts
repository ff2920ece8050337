/** The parts of WebVTT (W3C) that a player needs: cue times, cue text, and `#xywh` image fragments. */

export interface Cue {
  start: number
  end: number
  text: string
}

export interface TimestampMap {
  /** The stream time in 90 kHz ticks that equals `local` seconds (RFC 8216, 3.5). */
  mpegts: number
  local: number
}

export interface StoryboardFrame {
  startTime: number
  endTime: number
  /** The absolute URL of the sprite sheet. */
  text: string
  x: number
  y: number
  w: number
  h: number
}

const TIMING_LINE = /^((?:\d+:)?\d{1,2}:\d{2}\.\d{3})[ \t]+-->[ \t]+((?:\d+:)?\d{1,2}:\d{2}\.\d{3})/

/** Return the seconds of a `[hours:]minutes:seconds.thousandths` timestamp. */
export function parseTimestamp(stamp: string): number {
  return stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Return all cues in file order. Skip other blocks: notes, styles and regions. */
export function parseCues(vtt: string): Cue[] {
  const blocks = vtt
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  return blocks.flatMap(block => {
    const lines = block.split('\n')
    const timingIndex = lines.findIndex(line => TIMING_LINE.test(line))
    const times = lines[timingIndex]?.match(TIMING_LINE)
    if (!times?.[1] || !times[2]) return []
    const text = lines
      .slice(timingIndex + 1)
      .join('\n')
      .trim()
    return text ? [{ start: parseTimestamp(times[1]), end: parseTimestamp(times[2]), text }] : []
  })
}

/** Return the `X-TIMESTAMP-MAP` header of a caption segment, or null. */
export function parseTimestampMap(vtt: string): TimestampMap | null {
  const header = vtt.match(/^X-TIMESTAMP-MAP=(.+)$/m)?.[1]
  const mpegts = header?.match(/MPEGTS:(\d+)/)?.[1]
  const local = header?.match(/LOCAL:([\d:.]+)/)?.[1]
  return mpegts && local ? { mpegts: Number(mpegts), local: parseTimestamp(local) } : null
}

/** Return the frames of a storyboard. Each cue names a sprite sheet and a rectangle in it. */
export function parseStoryboard(vtt: string, base: string): StoryboardFrame[] {
  return parseCues(vtt).flatMap(({ start, end, text }) => {
    const [imageUrl, fragment] = text.split('#xywh=')
    const [x, y, w, h] = (fragment ?? '').replace('pixel:', '').split(',').map(Number)
    if (!imageUrl || x === undefined || y === undefined || !w || !h) return []
    return [{ startTime: start, endTime: end, text: new URL(imageUrl, base).href, x, y, w, h }]
  })
}
