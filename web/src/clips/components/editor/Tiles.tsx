import { useEffect, useRef, useState } from 'react'
import type { StoryboardFrame } from '@/shared/player'
import type { Span } from '../../timeline'

/** Pictures that were seen, by the second of the player's clock. */
export type Grabbed = ReadonlyMap<number, string>

interface Props {
  shown: Span
  frames: readonly StoryboardFrame[]
  grabbed: Grabbed
}

const RATIO = 16 / 9
const HEIGHT = 72
/** A grabbed picture stands for the seconds around it. */
const NEAR = 2

/** Pictures of the game along the strip: from its storyboard, or what was seen of it; a ruled strip without. */
export function Tiles({ shown, frames, grabbed }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const width = useWidth(host)
  const count = Math.max(1, Math.ceil(width / (HEIGHT * RATIO)))
  const step = ((shown.end - shown.start) * HEIGHT * RATIO) / Math.max(1, width)
  return (
    <div className="film__tiles" ref={host} aria-hidden="true">
      {Array.from({ length: count }, (_, place) => {
        const at = shown.start + (place + 0.5) * step
        return <span key={place} className="film__tile" style={lookOf(at, frames, grabbed)} />
      })}
    </div>
  )
}

function lookOf(at: number, frames: readonly StoryboardFrame[], grabbed: Grabbed): React.CSSProperties {
  const frame = frames.findLast(({ startTime }) => startTime <= at)
  if (frame) return spriteOf(frame, sheetOf(frame, frames))
  for (let off = 0; off <= NEAR; off += 1) {
    const seen = grabbed.get(Math.round(at) - off) ?? grabbed.get(Math.round(at) + off)
    if (seen) return { backgroundImage: `url("${seen}")`, backgroundSize: '100% 100%' }
  }
  return {}
}

/** How large a sheet is: as far as its pictures reach. */
function sheetOf({ text }: StoryboardFrame, frames: readonly StoryboardFrame[]) {
  const on = frames.filter(frame => frame.text === text)
  return { w: Math.max(...on.map(({ x, w }) => x + w)), h: Math.max(...on.map(({ y, h }) => y + h)) }
}

/** A part of a sheet, as large as its place: shares of it, whatever its size in pixels. */
function spriteOf(
  { text, x, y, w, h }: StoryboardFrame,
  sheet: { w: number; h: number },
): React.CSSProperties {
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
