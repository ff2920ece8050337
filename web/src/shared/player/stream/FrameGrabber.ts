import { HlsStream, isHlsSupported } from './HlsStream'

/** How long a picture may take to come, in milliseconds. */
const TIMEOUT_MS = 8_000

/** Somebody who looks at other moments of a live stream than the one that plays. */
export interface FrameGrabber {
  /** Draws the picture that was taken at an instant (milliseconds since the epoch); false where it does not come. */
  drawFrame(instant: number, onto: HTMLCanvasElement): Promise<boolean>
  destroy(): void
}

/** A scout of the stream at an address; null where the browser plays HLS by itself, and would be asked too much. */
export const createFrameGrabber = (url: string): FrameGrabber | null =>
  isHlsSupported() ? new HlsFrameGrabber(url) : null

/** A second picture of the stream, its smallest, which nobody sees or hears. */
class HlsFrameGrabber implements FrameGrabber {
  private readonly video = document.createElement('video')
  private readonly abort = new AbortController()
  private readonly stream: HlsStream
  private readonly ready: Promise<boolean>

  constructor(url: string) {
    this.video.muted = true
    this.video.crossOrigin = 'anonymous'
    let answer: (is: boolean) => void = () => undefined
    this.ready = new Promise(done => {
      answer = done
    })
    this.abort.signal.addEventListener('abort', () => answer(false))
    this.stream = new HlsStream(this.video, {
      manifest: ({ heights }) => {
        const smallest = heights.at(-1)
        if (smallest) this.stream.chooseRendition(smallest)
        answer(true)
      },
      rendition: () => undefined,
      captions: () => undefined,
      fault: () => answer(false),
    })
    this.stream.load(url, 0)
  }

  async drawFrame(instant: number, onto: HTMLCanvasElement): Promise<boolean> {
    if (!(await this.ready)) return false
    const at = this.positionOf(instant)
    if (at === null || !(await this.seekTo(at))) return false
    onto.getContext('2d')?.drawImage(this.video, 0, 0, onto.width, onto.height)
    return true
  }

  destroy(): void {
    this.abort.abort()
    this.stream.destroy()
  }

  /** Where an instant is on this picture's clock, which begins elsewhere than the viewer's. */
  private positionOf(instant: number): number | null {
    const window = this.stream.liveWindow()
    const first = window && this.stream.instantAt(window.start)
    if (!window || first === null) return null
    const at = window.start + (instant - first) / 1000
    return at >= window.start && at < window.newest ? at : null
  }

  private seekTo(at: number): Promise<boolean> {
    const { signal } = this.abort
    return new Promise(done => {
      const late = setTimeout(() => done(false), TIMEOUT_MS)
      const end = (came: boolean) => () => {
        clearTimeout(late)
        done(came)
      }
      signal.addEventListener('abort', end(false), { once: true })
      this.video.addEventListener('seeked', end(true), { once: true, signal })
      this.video.currentTime = at
    })
  }
}
