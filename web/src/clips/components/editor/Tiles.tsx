import { useEffect, useMemo, useRef, useState } from 'react'
import type { StoryboardFrame } from '@/shared/player'
import type { Span } from '../../timeline'

/** Pictures that were seen, by the second of the player's clock. */
export type Grabbed = ReadonlyMap<number, string>

interface Size {
  w: number
  h: number
}

/** The pictures of a storyboard, and how large their sheets are in pixels. */
export interface Board {
  frames: readonly StoryboardFrame[]
  sheets: ReadonlyMap<string, Size>
}

interface Props {
  shown: Span
  board: Board
  grabbed: Grabbed
  /** Hears which seconds the strip shows. */
  ask: (seconds: readonly number[]) => void
}

const RATIO = 16 / 9
const HEIGHT = 72
/** A grabbed picture stands for the seconds around it. */
const NEAR = 2

/** Pictures of the game along the strip: from its storyboard, or what was seen of it; a ruled strip without. */
export function Tiles({ shown: { start, end }, board, grabbed, ask }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const width = useWidth(host)
  const count = Math.max(1, Math.ceil(width / (HEIGHT * RATIO)))
  const step = ((end - start) * HEIGHT * RATIO) / Math.max(1, width)
  const places = useMemo(
    // The last one may stand half outside.
    () => Array.from({ length: count }, (_, place) => Math.min(start + (place + 0.5) * step, end - 1)),
    [count, start, end, step],
  )
  useEffect(() => ask(places), [ask, places])
  return (
    <div className="film__tiles" ref={host} aria-hidden="true">
      {places.map((at, place) => (
        <span key={place} className="film__tile" style={lookOf(at, board, grabbed)} />
      ))}
    </div>
  )
}

function lookOf(at: number, { frames, sheets }: Board, grabbed: Grabbed): React.CSSProperties {
  const frame = frames.findLast(({ startTime }) => startTime <= at)
  const sheet = frame && sheets.get(frame.text)
  if (frame && sheet) return spriteOf(frame, sheet)
  const seen = seenNear(grabbed, at)
  return seen ? { backgroundImage: `url("${seen}")`, backgroundSize: '100% 100%' } : {}
}

/** The picture of a second, or of one close to it. */
export function seenNear(grabbed: Grabbed, at: number): string | undefined {
  for (let off = 0; off <= NEAR; off += 1) {
    const seen = grabbed.get(Math.round(at) - off) ?? grabbed.get(Math.round(at) + off)
    if (seen) return seen
  }
  return undefined
}

/** A part of a sheet, as large as its place: shares of it, whatever its size in pixels. */
function spriteOf({ text, x, y, w, h }: StoryboardFrame, sheet: Size): React.CSSProperties {
  const part = (at: number, all: number, one: number) => (all > one ? (100 * at) / (all - one) : 0)
  return {
    backgroundImage: `url("${text}")`,
    backgroundSize: `${(100 * sheet.w) / w}% ${(100 * sheet.h) / h}%`,
    backgroundPosition: `${part(x, sheet.w, w)}% ${part(y, sheet.h, h)}%`,
  }
}

function useWidth(host: React.RefObject<HTMLElement | null>): number {
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
