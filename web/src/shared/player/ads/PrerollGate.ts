import type { Preroll } from '@/shared/shell'
import { AdBreak } from './AdBreak'
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
  private open = false
  private running: AdBreak | null = null

  constructor(private readonly options: PrerollGateOptions) {
    options.main.addEventListener('play', () => this.hold())
  }

  /** The stream has failed, or the viewer has left: nothing is held back any more. */
  end(): void {
    this.open = true
    this.running?.end()
  }

  private hold(): void {
    if (this.open) return
    const preroll = this.running ? null : this.options.prerolls.choose()
    if (preroll) void this.show(preroll)
    if (this.running) this.options.main.pause()
    else this.open = true
  }

  private async show(preroll: Preroll): Promise<void> {
    const { main, texts, prerolls, stage, go } = this.options
    const started = () => prerolls.played(preroll)
    this.running = new AdBreak({ stage: stage(), main, preroll, texts, started })
    await this.running.run()
    this.running = null
    if (this.open) return
    this.open = true
    go()
  }
}
