import { chunk } from '@/shared/chunk'
import type { Preroll } from '@/shared/shell'
import type { AdBreak } from './AdBreak'
import { AD_PATIENCE_S } from './patience'
import type { AdTexts } from './texts'

/** What is shown before a stream, and who wants to know that it was. */
export interface Prerolls {
  /** The one before this stream, or null; asked when it first starts to play. */
  choose(): Preroll | null
  /** Its picture was seen. */
  played(preroll: Preroll): void
}

export interface PrerollGateOptions {
  /** The stream's video. */
  main: HTMLVideoElement
  prerolls: Prerolls
  texts: AdTexts
  /** The frame that the stream's picture is in. */
  stage(): HTMLElement
  /** Lets the stream play. */
  go(): void
}

/**
 * Holds a stream back once, as it first starts to play, for the ad before it. The stream loads
 * meanwhile, and plays after the ad whatever became of that.
 */
export class PrerollGate {
  private state: 'closed' | 'holds' | 'open' = 'closed'
  private running: AdBreak | null = null

  constructor(private readonly options: PrerollGateOptions) {
    options.main.addEventListener('play', () => this.hold())
  }

  /** The stream has failed, or the viewer has left: nothing is held back any more. */
  end(): void {
    this.state = 'open'
    this.running?.end()
  }

  private hold(): void {
    if (this.state === 'closed') {
      const preroll = this.options.prerolls.choose()
      this.state = preroll ? 'holds' : 'open'
      if (preroll) void this.show(preroll)
    }
    if (this.state === 'holds') this.options.main.pause()
  }

  private async show(preroll: Preroll): Promise<void> {
    const { main, texts, prerolls, stage, go } = this.options
    const started = () => prerolls.played(preroll)
    try {
      const { AdBreak } = await chunk(() => import('./AdBreak'), AD_PATIENCE_S * 1_000)
      if (this.state === 'open') return
      this.running = new AdBreak({ stage: stage(), main, preroll, texts, started })
      await this.running.run()
    } catch {
      // The part of the page that plays ads did not come: no reason to wait for the stream.
    }
    if (this.state === 'open') return
    this.state = 'open'
    go()
  }
}
