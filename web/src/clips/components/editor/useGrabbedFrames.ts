import { useCallback, useEffect, useRef, useState } from 'react'
import { type FrameGrabber, loadFrameGrabber, type PlayerController } from '@/shared/player'
import { type GrabbedFrames, nearestFrame } from './ThumbnailStrip'

const WIDTH = 128
const HEIGHT = 72
/** Number of frames to keep. The newest stay. More would fill the memory during a long live event. */
const MAX_FRAMES = 600
/** Milliseconds without movement of the timeline before frames are loaded. */
const SETTLE_MS = 300

/** The captured frames, and a function that requests frames of other seconds. */
export interface FrameGrabbing {
  frames: GrabbedFrames
  requestFrames: (seconds: readonly number[]) => void
}

/**
 * Capture a small frame of every second that plays, for streams without a storyboard. Failures leave no frame.
 *
 * A second player loads the requested frames of the live stream at `live`, so that playback continues.
 */
export function useGrabbedFrames(
  player: PlayerController | null,
  isEnabled: boolean,
  live: string | null = null,
): FrameGrabbing {
  const [frames, setFrames] = useState<GrabbedFrames>(new Map())
  const [requestedTimes, setRequestedTimes] = useState<readonly number[]>([])
  const latestFrames = useRef(frames)
  const addFrame = useCallback((second: number, frameUrl: string | null) => {
    if (!frameUrl || latestFrames.current.has(second)) return
    latestFrames.current = new Map([...latestFrames.current].slice(1 - MAX_FRAMES)).set(second, frameUrl)
    setFrames(latestFrames.current)
  }, [])

  useEffect(() => {
    if (!player || !isEnabled) return
    const canvas = createCanvas()
    return player.onTimeChange(() => {
      const second = Math.round(player.time())
      if (!latestFrames.current.has(second))
        addFrame(
          second,
          captureFrame(() => player.drawFrame(canvas), canvas),
        )
    })
  }, [player, isEnabled, addFrame])

  useEffect(() => {
    if (!player || !isEnabled || live === null || requestedTimes.length === 0) return
    const controller = new AbortController()
    let grabber: FrameGrabber | null = null
    const canvas = createCanvas()
    const loadFrames = async () => {
      grabber = await loadFrameGrabber(live)
      for (const second of requestedTimes) {
        const instant = controller.signal.aborted ? null : player.instant(second)
        if (instant === null || nearestFrame(latestFrames.current, second)) continue
        const hasFrame = await grabber?.drawFrame(instant, canvas)
        if (hasFrame && !controller.signal.aborted)
          addFrame(
            Math.round(second),
            captureFrame(() => true, canvas),
          )
      }
      grabber?.destroy()
      grabber = null
    }
    const timer = setTimeout(() => void loadFrames().catch(() => undefined), SETTLE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
      grabber?.destroy()
    }
  }, [player, isEnabled, live, requestedTimes, addFrame])
  return { frames, requestFrames: setRequestedTimes }
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
    return null // The browser forbids reading a frame of another origin.
  }
}
