import { loadChunk } from '@/shared/loading/loadChunk'
import type { Preroll } from '@/shared/shell'
import type { AdBreak } from './AdBreak'
import { AD_TIMEOUT_S } from './adTimeout'
import type { AdTexts } from './texts'

/** What is shown before a stream, and who wants to know that it was. */
export interface Prerolls {
  /** The one before this stream, or null; asked when it first starts to play. */
  choose(): Preroll | null
  /** Its picture was seen. */
  played(preroll: Preroll): void
}

export interface PrerollControllerOptions {
  /** The stream's video. */
  streamVideo: HTMLVideoElement
  prerolls: Prerolls
  texts: AdTexts
  /** The frame that the stream's picture is in. */
  frame(): HTMLElement
  /** Lets the stream play. */
  play(): void
}

/**
 * Holds a stream back once, as it first starts to play, for the ad before it. The stream loads
 * meanwhile, and plays after the ad whatever became of that.
 */
export class PrerollController {
  private state: 'closed' | 'holds' | 'open' = 'closed'
  private adBreak: AdBreak | null = null

  constructor(private readonly options: PrerollControllerOptions) {
    options.streamVideo.addEventListener('play', () => this.holdStream())
  }

  /** The stream has failed, or the viewer has left: nothing is held back any more. */
  end(): void {
    this.state = 'open'
    this.adBreak?.end()
  }

  private holdStream(): void {
    if (this.state === 'closed') {
      const preroll = this.options.prerolls.choose()
      this.state = preroll ? 'holds' : 'open'
      if (preroll) void this.show(preroll)
    }
    if (this.state === 'holds') this.options.streamVideo.pause()
  }

  private async show(preroll: Preroll): Promise<void> {
    const { streamVideo: main, texts, prerolls, frame: stage, play: go } = this.options
    const started = () => prerolls.played(preroll)
    try {
      const { AdBreak } = await loadChunk(() => import('./AdBreak'), AD_TIMEOUT_S * 1_000)
      if (this.state === 'open') return
      this.adBreak = new AdBreak({ frame: stage(), streamVideo: main, preroll, texts, started })
      await this.adBreak.run()
    } catch {
      // The part of the page that plays ads did not come: no reason to wait for the stream.
    }
    if (this.state === 'open') return
    this.state = 'open'
    go()
  }
}
