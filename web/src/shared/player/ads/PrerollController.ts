import { loadChunk } from '@/shared/loading/loadChunk'
import type { Preroll } from '@/shared/shell'
import type { AdBreak } from './AdBreak'
import { AD_TIMEOUT_S } from './adTimeout'
import type { AdTexts } from './texts'

/** Chooses the pre-roll of a stream, and records that it was shown. */
export interface Prerolls {
  /** Return the pre-roll, or null. Called when the stream first starts to play. */
  select(): Preroll | null
  /** Record that the pre-roll was visible. */
  recordPlayed(preroll: Preroll): void
}

export interface PrerollControllerOptions {
  /** The stream's video. */
  streamVideo: HTMLVideoElement
  prerolls: Prerolls
  texts: AdTexts
  /** Returns the frame of the player. */
  frame(): HTMLElement
  /** Starts the stream. */
  play(): void
}

/**
 * Holds a stream when it first starts to play, and shows its pre-roll. The stream loads during the ad. It plays
 * after the ad, even if the ad failed.
 */
export class PrerollController {
  private state: 'pending' | 'holding' | 'released' = 'pending'
  private adBreak: AdBreak | null = null

  constructor(private readonly options: PrerollControllerOptions) {
    options.streamVideo.addEventListener('play', () => this.holdStream())
  }

  /** Stop holding the stream, after it failed or the viewer left. */
  end(): void {
    this.state = 'released'
    this.adBreak?.end()
  }

  private holdStream(): void {
    if (this.state === 'pending') {
      const preroll = this.options.prerolls.select()
      this.state = preroll ? 'holding' : 'released'
      if (preroll) void this.show(preroll)
    }
    if (this.state === 'holding') this.options.streamVideo.pause()
  }

  private async show(preroll: Preroll): Promise<void> {
    const { streamVideo, texts, prerolls, frame, play } = this.options
    const onStart = () => prerolls.recordPlayed(preroll)
    try {
      const { AdBreak } = await loadChunk(() => import('./AdBreak'), AD_TIMEOUT_S * 1_000)
      if (this.state === 'released') return
      this.adBreak = new AdBreak({ frame: frame(), streamVideo, preroll, texts, onStart })
      await this.adBreak.run()
    } catch {
      // The ad chunk failed to load. Start the stream.
    }
    if (this.state === 'released') return
    this.state = 'released'
    play()
  }
}
