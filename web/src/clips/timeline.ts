/** A part of a game that is chosen, or shown: seconds of the player's clock, `end` not in it. */
export interface Span {
  start: number
  end: number
}

/** §9: a clip is up to 5 minutes long; shorter than a second it is none. */
export const MAX_CLIP_SECONDS = 300
export const MIN_CLIP_SECONDS = 1
/** A film strip shows at least so much, and the chosen part not wider than this share of it. */
const MIN_VISIBLE_SECONDS = 30
const MAX_RANGE_SHARE = 0.48

/** The beginning of the frame that is shown at an instant; `rate` frames a second. */
export function frameStartAt(seconds: number, rate: number): number {
  return Math.floor(seconds * rate + 0.01) / rate
}

/** The cut between two frames that is nearest. */
export function nearestCut(seconds: number, rate: number): number {
  return Math.round(seconds * rate) / rate
}

export const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** What the strip shows of a game around what is chosen. */
export function visibleAround({ start, end }: Span, whole: Span): Span {
  const length = Math.min(
    Math.max(MIN_VISIBLE_SECONDS, (end - start) / MAX_RANGE_SHARE),
    Math.max(1, whole.end - whole.start),
  )
  const from = clamp((start + end - length) / 2, whole.start, Math.max(whole.start, whole.end - length))
  return { start: from, end: from + length }
}

/** Whether the strip has to move: a handle is at its edge or beyond, or what is chosen has become a sliver. */
export function needsRefit(shown: Span, { start, end }: Span, whole: Span): boolean {
  const length = shown.end - shown.start
  const rim = length * 0.02
  if (start < shown.start || end > shown.end) return true
  if (start - shown.start < rim && shown.start > whole.start) return true
  if (shown.end - end < rim && shown.end < whole.end) return true
  return (end - start) / length < 0.1 && length > MIN_VISIBLE_SECONDS + 1
}

/** Where an instant is on a strip, 0 to 1; beyond it less or more. */
export const positionOn = (seconds: number, { start, end }: Span): number =>
  (seconds - start) / Math.max(0.001, end - start)

/** `1:31:49.6`, `0:24.0`: with a tenth, and hours only where there are any. */
export function formatTenths(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10))
  return `${formatSeconds(Math.floor(tenths / 10))}.${tenths % 10}`
}

/** `1:31:49`, `0:24`. */
export function formatSeconds(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60)]
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`
}

/** The seconds that somebody typed as `1:31:49.6`, `31:49` or `12`; null for anything else. */
export function parseTime(text: string): number | null {
  const parts = text.trim().replace(',', '.').split(':')
  if (parts.length > 3 || !parts.every(part => /^\d+(\.\d+)?$/.test(part))) return null
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Round instants along a strip, for its ruler: five or six of them. */
export function rulerTicks({ start, end }: Span): number[] {
  const length = end - start
  const step = [1, 2, 5, 10, 15, 30, 60, 120, 300].find(each => length / each <= 6) ?? 600
  const ticks: number[] = []
  for (let at = Math.ceil(start / step) * step; at <= end; at += step) ticks.push(at)
  return ticks
}
