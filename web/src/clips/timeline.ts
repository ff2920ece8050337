/** A selected or visible part of an event, in seconds of the player's timeline. `end` is exclusive. */
export interface Span {
  start: number
  end: number
}

/** Longest and shortest length of a clip in seconds (§9). */
export const MAX_CLIP_SECONDS = 300
export const MIN_CLIP_SECONDS = 1
/** Shortest visible part of a timeline in seconds, and largest share of it that a selection fills. */
const MIN_VISIBLE_SECONDS = 30
const MAX_RANGE_SHARE = 0.48

/** Return the start of the frame at a time. `rate` is in frames per second. */
export function frameStartAt(seconds: number, rate: number): number {
  return Math.floor(seconds * rate + 0.01) / rate
}

/** Return the nearest boundary between two frames. */
export function nearestCut(seconds: number, rate: number): number {
  return Math.round(seconds * rate) / rate
}

export const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value))

/** Return the visible part of an event around the selection. */
export function visibleAround({ start, end }: Span, available: Span): Span {
  const length = Math.min(
    Math.max(MIN_VISIBLE_SECONDS, (end - start) / MAX_RANGE_SHARE),
    Math.max(1, available.end - available.start),
  )
  const from = clamp(
    (start + end - length) / 2,
    available.start,
    Math.max(available.start, available.end - length),
  )
  return { start: from, end: from + length }
}

/** Return whether the visible part must change: a handle is at or beyond its edge, or the selection is too narrow. */
export function needsRefit(visible: Span, { start, end }: Span, available: Span): boolean {
  const length = visible.end - visible.start
  const edgeWidth = length * 0.02
  if (start < visible.start || end > visible.end) return true
  if (start - visible.start < edgeWidth && visible.start > available.start) return true
  if (visible.end - end < edgeWidth && visible.end < available.end) return true
  return (end - start) / length < 0.1 && length > MIN_VISIBLE_SECONDS + 1
}

/** Return the position of a time on a span: 0 to 1, or less or more outside of it. */
export const positionOn = (seconds: number, { start, end }: Span): number =>
  (seconds - start) / Math.max(0.001, end - start)

/** Format seconds with tenths, and with hours if needed: `1:31:49.6`, `0:24.0`. */
export function formatTenths(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10))
  return `${formatSeconds(Math.floor(tenths / 10))}.${tenths % 10}`
}

/** Format seconds, with hours if needed: `1:31:49`, `0:24`. */
export function formatSeconds(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  const padTwo = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60)]
  return hours ? `${hours}:${padTwo(minutes)}:${padTwo(total % 60)}` : `${minutes}:${padTwo(total % 60)}`
}

/** Parse a time such as `1:31:49.6`, `31:49` or `12` to seconds. Return null for other text. */
export function parseTime(text: string): number | null {
  const parts = text.trim().replace(',', '.').split(':')
  if (parts.length > 3 || !parts.every(part => /^\d+(\.\d+)?$/.test(part))) return null
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Return up to about six round times in a span, for its ruler. */
export function rulerTicks({ start, end }: Span): number[] {
  const length = end - start
  const step = [1, 2, 5, 10, 15, 30, 60, 120, 300].find(seconds => length / seconds <= 6) ?? 600
  const ticks: number[] = []
  for (let at = Math.ceil(start / step) * step; at <= end; at += step) ticks.push(at)
  return ticks
}
