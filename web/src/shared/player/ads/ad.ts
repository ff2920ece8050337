/** Ad errors, as codes of VAST's `[ERRORCODE]` macro (VAST 4.2, 2.3.6.3). */
export const AD_ERROR = { tooLate: 402, unsupported: 403, broken: 405 } as const
export type AdError = (typeof AD_ERROR)[keyof typeof AD_ERROR]

/** Reports the events of an ad to its ad server. The channel's own ads have no tracker. */
export interface AdTracker {
  /** Report the first frame, with the duration in seconds. */
  started(duration: number, muted: boolean): void
  progress(seconds: number): void
  paused(paused: boolean): void
  muted(muted: boolean): void
  clicked(): void
  skipped(): void
  completed(): void
  failed(error: AdError): void
}

/** A playable ad. */
export interface Ad {
  url: string
  /** The name of the sponsor; empty when unknown. */
  name: string
  /** Seconds until the ad can be skipped; null if it cannot. */
  skipAfter: number | null
  /** The URL of the sponsor's site. */
  clickUrl: string | null
  tracker: AdTracker | null
}

/** The size of the player's frame, in device pixels. */
export interface FrameSize {
  width: number
  height: number
}

/** Return the absolute HTTP URL, or null. An ad could contain other schemes, such as `javascript:`. */
export function httpUrl(url: string | null | undefined, base: string = document.baseURI): string | null {
  if (!url || !URL.canParse(url, base)) return null
  const { href, protocol } = new URL(url, base)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
