import { useEffect, useMemo, useRef, useState } from 'react'
import type { StoryboardFrame } from '@/shared/player'
import type { Span } from '../../timeline'

/** URLs of captured frames, by second of the player's timeline. */
export type GrabbedFrames = ReadonlyMap<number, string>

interface Size {
  w: number
  h: number
}

/** The images of a storyboard, with the sizes of their sheets in pixels. */
export interface Storyboard {
  frames: readonly StoryboardFrame[]
  sheets: ReadonlyMap<string, Size>
}

interface Props {
  visible: Span
  storyboard: Storyboard
  grabbed: GrabbedFrames
  /** Called with the seconds that the strip shows. */
  requestFrames: (seconds: readonly number[]) => void
}

const RATIO = 16 / 9
const HEIGHT = 72
/** Largest distance in seconds of a captured frame that replaces a missing one. */
const NEAREST_SECONDS = 2

/** Images along the timeline: from the storyboard or from captured frames. Without images, the strip is plain. */
export function ThumbnailStrip({ visible: { start, end }, storyboard, grabbed, requestFrames }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const width = useElementWidth(host)
  const count = Math.max(1, Math.ceil(width / (HEIGHT * RATIO)))
  const step = ((end - start) * HEIGHT * RATIO) / Math.max(1, width)
  const times = useMemo(
    // The last image may be half outside of the strip.
    () => Array.from({ length: count }, (_, index) => Math.min(start + (index + 0.5) * step, end - 1)),
    [count, start, end, step],
  )
  useEffect(() => requestFrames(times), [requestFrames, times])
  return (
    <div className="timeline__thumbnails" ref={host} aria-hidden="true">
      {times.map((time, index) => (
        <span key={index} className="timeline__thumbnail" style={tileStyle(time, storyboard, grabbed)} />
      ))}
    </div>
  )
}

function tileStyle(
  time: number,
  { frames, sheets }: Storyboard,
  grabbed: GrabbedFrames,
): React.CSSProperties {
  const frame = frames.findLast(({ startTime }) => startTime <= time)
  const sheet = frame && sheets.get(frame.text)
  if (frame && sheet) return spriteStyle(frame, sheet)
  const frameUrl = nearestFrame(grabbed, time)
  return frameUrl ? { backgroundImage: `url("${frameUrl}")`, backgroundSize: '100% 100%' } : {}
}

/** Return the URL of the captured frame at a time, or of a near one. */
export function nearestFrame(grabbed: GrabbedFrames, time: number): string | undefined {
  for (let offset = 0; offset <= NEAREST_SECONDS; offset += 1) {
    const frameUrl = grabbed.get(Math.round(time) - offset) ?? grabbed.get(Math.round(time) + offset)
    if (frameUrl) return frameUrl
  }
  return undefined
}

/** Return the style that shows one image of a sheet. It uses percentages, so it fits an element of any size. */
function spriteStyle({ text, x, y, w, h }: StoryboardFrame, sheet: Size): React.CSSProperties {
  const toPosition = (offset: number, total: number, length: number) =>
    total > length ? (100 * offset) / (total - length) : 0
  return {
    backgroundImage: `url("${text}")`,
    backgroundSize: `${(100 * sheet.w) / w}% ${(100 * sheet.h) / h}%`,
    backgroundPosition: `${toPosition(x, sheet.w, w)}% ${toPosition(y, sheet.h, h)}%`,
  }
}

function useElementWidth(host: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = host.current
    if (!element || !('ResizeObserver' in globalThis)) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [host])
  return width
}
