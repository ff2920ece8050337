import { useCallback, useEffect, useRef, useState } from 'react'
import { type FrameGrabber, loadFrameGrabber, type PlayerController } from '@/shared/player'
import { type GrabbedFrames, nearestFrame } from './ThumbnailStrip'

const WIDTH = 128
const HEIGHT = 72
/** So many are kept, the newest: of a long live game more would fill the memory, and a strip shows no more. */
const MAX_FRAMES = 600
/** A strip that moves is left alone until it stands, in milliseconds. */
const SETTLE_MS = 300

/** Which pictures there are, and how to ask for those of other seconds. */
export interface FrameGrabbing {
  frames: GrabbedFrames
  requestFrames: (seconds: readonly number[]) => void
}

/**
 * Keeps a small picture of every second that is seen, where a stream has no storyboard; none where that fails.
 * What a strip asks for of the live stream at `live` is looked at beside what plays.
 */
export function useGrabbedFrames(
  player: PlayerController | null,
  wanted: boolean,
  live: string | null = null,
): FrameGrabbing {
  const [grabbed, setGrabbed] = useState<GrabbedFrames>(new Map())
  const [requestedTimes, setRequestedTimes] = useState<readonly number[]>([])
  const known = useRef(grabbed)
  const keep = useCallback((second: number, picture: string | null) => {
    if (!picture || known.current.has(second)) return
    known.current = new Map([...known.current].slice(1 - MAX_FRAMES)).set(second, picture)
    setGrabbed(known.current)
  }, [])

  useEffect(() => {
    if (!player || !wanted) return
    const canvas = createCanvas()
    return player.onTimeChange(() => {
      const second = Math.round(player.time())
      if (!known.current.has(second))
        keep(
          second,
          captureFrame(() => player.drawFrame(canvas), canvas),
        )
    })
  }, [player, wanted, keep])

  useEffect(() => {
    if (!player || !wanted || live === null || requestedTimes.length === 0) return
    const stop = new AbortController()
    let scout: FrameGrabber | null = null
    const canvas = createCanvas()
    const go = async () => {
      scout = await loadFrameGrabber(live)
      for (const second of requestedTimes) {
        const instant = stop.signal.aborted ? null : player.instant(second)
        if (instant === null || nearestFrame(known.current, second)) continue
        const came = await scout?.drawFrame(instant, canvas)
        if (came && !stop.signal.aborted)
          keep(
            Math.round(second),
            captureFrame(() => true, canvas),
          )
      }
      scout?.destroy()
      scout = null
    }
    const calm = setTimeout(() => void go().catch(() => undefined), SETTLE_MS)
    return () => {
      clearTimeout(calm)
      stop.abort()
      scout?.destroy()
    }
  }, [player, wanted, live, requestedTimes, keep])
  return { frames: grabbed, requestFrames: setRequestedTimes }
}

function createCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  return canvas
}

function captureFrame(draw: () => boolean, canvas: HTMLCanvasElement): string | null {
  try {
    return draw() ? canvas.toDataURL('image/jpeg', 0.6) : null
  } catch {
    return null // a picture of another site may not be read
  }
}
