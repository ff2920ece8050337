import { loadChunk } from '@/shared/loading/loadChunk'
import type { Preroll } from '@/shared/shell'
import type { AdEvent } from '@/shared/telemetry'
import type { AdBreak, AdResult } from './AdBreak'
import { AD_TIMEOUT_S } from './adTimeout'
import type { AdTexts } from './texts'

/** The chosen pre-roll of a stream. */
export interface AdChoice {
  preroll: Preroll
  /** Reports the events of a sponsor's ad. Null for a house ad. */
  report: ((event: AdEvent) => void) | null
}

/** A pre-roll that is being chosen. */
export interface AdRequest {
  /** Resolves with null if no pre-roll plays. */
  choice: Promise<AdChoice | null>
  /** The channel's own ad, which plays if a VAST tag has no ad; null for none. */
  houseAd: Preroll | null
}

/** Chooses the pre-roll of a stream, and records that it was shown. */
export interface Prerolls {
  /** Return the request of a pre-roll, or null for none. Called when the stream first starts to play. */
  select(): AdRequest | null
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
      const request = this.options.prerolls.select()
      this.state = request ? 'holding' : 'released'
      if (request) void this.show(request)
    }
    if (this.state === 'holding') this.options.streamVideo.pause()
  }

  private async show({ choice, houseAd }: AdRequest): Promise<void> {
    try {
      const [chosen, { AdBreak }] = await Promise.all([
        choice,
        loadChunk(() => import('./AdBreak'), AD_TIMEOUT_S * 1_000),
      ])
      const result = chosen && (await this.run(AdBreak, chosen))
      if (result === 'empty' && houseAd) await this.run(AdBreak, { preroll: houseAd, report: null })
    } catch {
      // The ad chunk failed to load. Start the stream.
    }
    if (this.state === 'released') return
    this.state = 'released'
    this.options.play()
  }

  /** Run an ad. Return null if the viewer left. */
  private async run(Break: typeof AdBreak, { preroll, report }: AdChoice): Promise<AdResult | null> {
    if (this.state === 'released') return null
    const { streamVideo, texts, prerolls, frame } = this.options
    const onStart = () => prerolls.recordPlayed(preroll)
    this.adBreak = new Break({ frame: frame(), streamVideo, preroll, texts, onStart, report })
    return this.adBreak.run()
  }
}
