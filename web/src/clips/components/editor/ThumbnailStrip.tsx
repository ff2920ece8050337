import { useEffect, useMemo, useRef, useState } from 'react'
import type { StoryboardFrame } from '@/shared/player'
import type { Span } from '../../timeline'

/** Pictures that were seen, by the second of the player's clock. */
export type GrabbedFrames = ReadonlyMap<number, string>

interface Size {
  w: number
  h: number
}

/** The pictures of a storyboard, and how large their sheets are in pixels. */
export interface Storyboard {
  frames: readonly StoryboardFrame[]
  sheets: ReadonlyMap<string, Size>
}

interface Props {
  visible: Span
  storyboard: Storyboard
  grabbed: GrabbedFrames
  /** Hears which seconds the strip shows. */
  requestFrames: (seconds: readonly number[]) => void
}

const RATIO = 16 / 9
const HEIGHT = 72
/** A grabbed picture stands for the seconds around it. */
const NEAREST_SECONDS = 2

/** Pictures of the game along the strip: from its storyboard, or what was seen of it; a ruled strip without. */
export function ThumbnailStrip({
  visible: { start, end },
  storyboard: board,
  grabbed,
  requestFrames: ask,
}: Props) {
  const host = useRef<HTMLDivElement>(null)
  const width = useElementWidth(host)
  const count = Math.max(1, Math.ceil(width / (HEIGHT * RATIO)))
  const step = ((end - start) * HEIGHT * RATIO) / Math.max(1, width)
  const places = useMemo(
    // The last one may stand half outside.
    () => Array.from({ length: count }, (_, place) => Math.min(start + (place + 0.5) * step, end - 1)),
    [count, start, end, step],
  )
  useEffect(() => ask(places), [ask, places])
  return (
    <div className="timeline__thumbnails" ref={host} aria-hidden="true">
      {places.map((at, place) => (
        <span key={place} className="timeline__thumbnail" style={tileStyle(at, board, grabbed)} />
      ))}
    </div>
  )
}

function tileStyle(at: number, { frames, sheets }: Storyboard, grabbed: GrabbedFrames): React.CSSProperties {
  const frame = frames.findLast(({ startTime }) => startTime <= at)
  const sheet = frame && sheets.get(frame.text)
  if (frame && sheet) return spriteStyle(frame, sheet)
  const seen = nearestFrame(grabbed, at)
  return seen ? { backgroundImage: `url("${seen}")`, backgroundSize: '100% 100%' } : {}
}

/** The picture of a second, or of one close to it. */
export function nearestFrame(grabbed: GrabbedFrames, at: number): string | undefined {
  for (let off = 0; off <= NEAREST_SECONDS; off += 1) {
    const seen = grabbed.get(Math.round(at) - off) ?? grabbed.get(Math.round(at) + off)
    if (seen) return seen
  }
  return undefined
}

/** A part of a sheet, as large as its place: shares of it, whatever its size in pixels. */
function spriteStyle({ text, x, y, w, h }: StoryboardFrame, sheet: Size): React.CSSProperties {
  const part = (at: number, all: number, one: number) => (all > one ? (100 * at) / (all - one) : 0)
  return {
    backgroundImage: `url("${text}")`,
    backgroundSize: `${(100 * sheet.w) / w}% ${(100 * sheet.h) / h}%`,
    backgroundPosition: `${part(x, sheet.w, w)}% ${part(y, sheet.h, h)}%`,
  }
}

function useElementWidth(host: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = host.current
    if (!element || !('ResizeObserver' in globalThis)) return
    const seen = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    seen.observe(element)
    return () => seen.disconnect()
  }, [host])
  return width
}
