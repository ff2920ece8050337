/** What went wrong, under the numbers of VAST's `[ERRORCODE]` (VAST 4.2, 2.3.6.3). */
export const AD_ERROR = { tooLate: 402, unsupported: 403, broken: 405 } as const
export type AdError = (typeof AD_ERROR)[keyof typeof AD_ERROR]

/** Told what happens to an ad; an ad of the channel's own has nobody to tell. */
export interface AdTracker {
  /** Its first picture is seen. Seconds, and whether it is without sound. */
  started(duration: number, muted: boolean): void
  progress(seconds: number): void
  paused(paused: boolean): void
  muted(muted: boolean): void
  clicked(): void
  skipped(): void
  completed(): void
  failed(error: AdError): void
}

/** One ad that can be played: where its film is and what a viewer may do. */
export interface Ad {
  url: string
  /** Who speaks; empty where nobody says. */
  name: string
  /** Seconds after which it may be skipped; null where it may not. */
  skipAfter: number | null
  /** The sponsor's site. */
  clickUrl: string | null
  tracker: AdTracker | null
}

/** The place that an ad is shown in, in device pixels. */
export interface FrameSize {
  width: number
  height: number
}

/** The address, made absolute, where it is one of the web; what else an ad may bring (`javascript:`) is none. */
export function httpUrl(url: string | null | undefined, base: string = document.baseURI): string | null {
  if (!url || !URL.canParse(url, base)) return null
  const { href, protocol } = new URL(url, base)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
