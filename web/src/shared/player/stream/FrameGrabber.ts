import { HlsStream, isHlsSupported } from './HlsStream'

/** The longest wait for a frame, in milliseconds. */
const TIMEOUT_MS = 8_000

/** A source of frames from a live stream at other times than the playback position. */
export interface FrameGrabber {
  /** Draw the frame of an instant (milliseconds since the epoch). Resolve to false when it does not load. */
  drawFrame(instant: number, onto: HTMLCanvasElement): Promise<boolean>
  destroy(): void
}

/** Create a frame grabber for a stream URL. Return null on native HLS, where a second video costs too much. */
export const createFrameGrabber = (url: string): FrameGrabber | null =>
  isHlsSupported() ? new HlsFrameGrabber(url) : null

/** A frame grabber with a second, hidden and muted video that plays the smallest rendition. */
class HlsFrameGrabber implements FrameGrabber {
  private readonly video = document.createElement('video')
  private readonly abort = new AbortController()
  private readonly stream: HlsStream
  private readonly ready: Promise<boolean>

  constructor(url: string) {
    this.video.muted = true
    this.video.crossOrigin = 'anonymous'
    let setReady: (isReady: boolean) => void = () => undefined
    this.ready = new Promise(resolve => {
      setReady = resolve
    })
    this.abort.signal.addEventListener('abort', () => setReady(false))
    this.stream = new HlsStream(this.video, {
      manifest: ({ heights }) => {
        const smallest = heights.at(-1)
        if (smallest) this.stream.selectRendition(smallest)
        setReady(true)
      },
      rendition: () => undefined,
      captions: () => undefined,
      fault: () => setReady(false),
    })
    this.stream.load(url, 0)
  }

  async drawFrame(instant: number, onto: HTMLCanvasElement): Promise<boolean> {
    if (!(await this.ready)) return false
    const position = this.positionOf(instant)
    if (position === null || !(await this.seekTo(position))) return false
    onto.getContext('2d')?.drawImage(this.video, 0, 0, onto.width, onto.height)
    return true
  }

  destroy(): void {
    this.abort.abort()
    this.stream.destroy()
  }

  /** Return the position of an instant on this video's clock, which starts elsewhere than the viewer's; or null. */
  private positionOf(instant: number): number | null {
    const window = this.stream.liveWindow()
    const startInstant = window && this.stream.instantAt(window.start)
    if (!window || startInstant === null) return null
    const position = window.start + (instant - startInstant) / 1000
    return position >= window.start && position < window.newest ? position : null
  }

  private seekTo(position: number): Promise<boolean> {
    const { signal } = this.abort
    return new Promise(resolve => {
      const timeout = setTimeout(() => resolve(false), TIMEOUT_MS)
      const finish = (hasFrame: boolean) => () => {
        clearTimeout(timeout)
        resolve(hasFrame)
      }
      signal.addEventListener('abort', finish(false), { once: true })
      this.video.addEventListener('seeked', finish(true), { once: true, signal })
      this.video.currentTime = position
    })
  }
}
