import { VASTClient, VASTTracker } from '@dailymotion/vast-client'
import { AD_ERROR, type Ad, type AdTracker, type FrameSize, httpUrl } from './ad'
import { expandMacros, macroValues } from './macros'
import { type MediaFile, selectMediaFile } from './mediaFiles'

/** The fields of a VAST ad that the player reads. The library has no types for its responses. */
interface VastAd {
  advertiser: { value: string } | null
  creatives: Creative[]
  impressionURLTemplates: Template[]
  errorURLTemplates: Template[]
}
interface Creative {
  type: string
  mediaFiles: MediaFile[]
  skipDelay: number | null
  videoClickThroughURLTemplate: Template | null
  videoClickTrackingURLTemplates: Template[]
  trackingEvents: Record<string, Template[]>
}
type Template = string | { id: string | null; url: string }

/** The maximum number of wrappers before an ad. It also ends wrapper loops. */
const MAX_WRAPPERS = 5

/**
 * Request an ad from a VAST tag (2 to 4.2, with wrappers). Return the first ad that this browser can play.
 *
 * Relative URLs are resolved against the URL of the tag.
 *
 * @throws when the tag has no playable ad, or its response is not VAST.
 */
export async function requestAd(tag: string, frameSize: FrameSize, signal: AbortSignal): Promise<Ad> {
  const macros = macroValues(frameSize)
  const client = new VASTClient(0, 0, new NoopStorage() as never)
  client.addURLTemplateFilter((url: string) => expandMacros(url, macros))
  const response: { ads: VastAd[] } = await client.get(tag, {
    urlHandler: { get: (url: string) => fetchXml(url, signal) },
    wrapperLimit: MAX_WRAPPERS,
  })
  for (const ad of response.ads) {
    for (const creative of ad.creatives.filter(({ type }) => type === 'linear')) {
      const [resolvedAd, linear] = [resolveAdUrls(ad, tag), resolveCreativeUrls(creative, tag)]
      const file = selectMediaFile(linear.mediaFiles, frameSize, type => canPlay(type))
      const trackerOf = (files: MediaFile[]) =>
        new VASTTracker(client, resolvedAd as never, { ...linear, mediaFiles: files } as never)
      const url = httpUrl(file?.fileURL)
      if (file && url) return adFrom(resolvedAd, linear, url, createTracker(trackerOf([file]), macros))
      trackerOf(linear.mediaFiles).error({ ...macros, ERRORCODE: String(AD_ERROR.unsupported) })
    }
  }
  throw new Error('The tag has no ad for us')
}

const canPlay = (type: string) => document.createElement('video').canPlayType(type) !== ''

function adFrom(ad: VastAd, creative: Creative, url: string, tracker: AdTracker): Ad {
  const { skipDelay, videoClickThroughURLTemplate: clickThrough } = creative
  return {
    url,
    name: ad.advertiser?.value ?? '',
    skipAfter: skipDelay !== null && skipDelay >= 0 ? skipDelay : null,
    clickUrl: clickThrough ? httpUrl(expandMacros(templateUrl(clickThrough), {})) : null,
    tracker,
  }
}

function createTracker(vast: VASTTracker, macros: Record<string, string>): AdTracker {
  return {
    started(duration, muted) {
      vast.setDuration(duration)
      vast.muted = muted
      vast.load(macros)
      vast.trackImpression(macros)
    },
    progress: seconds => vast.setProgress(seconds, macros),
    paused: paused => vast.setPaused(paused, macros),
    muted: muted => vast.setMuted(muted, macros),
    clicked: () => vast.click(null, macros),
    skipped: () => vast.skip(macros),
    completed: () => vast.complete(macros),
    failed: error => vast.error({ ...macros, ERRORCODE: String(error) }),
  }
}

/** Fetch a VAST document. On a timeout, the library's own handler throws an error that nothing can catch. */
async function fetchXml(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(url, { signal, credentials: 'omit' })
    if (!response.ok) return { error: new Error(`${response.status}`), statusCode: response.status }
    const text = await response.text()
    const xml = new DOMParser().parseFromString(text, 'text/xml')
    return { xml, details: { byteLength: text.length, statusCode: response.status, rawXml: text } }
  } catch (error) {
    return { error, statusCode: null }
  }
}

const templateUrl = (template: Template) => (typeof template === 'string' ? template : template.url)

function resolveTemplates(templates: readonly Template[], base: string): Template[] {
  const absoluteUrl = (url: string) => httpUrl(url, base) ?? url
  return templates.map(template =>
    typeof template === 'string' ? absoluteUrl(template) : { ...template, url: absoluteUrl(template.url) },
  )
}

function resolveAdUrls(ad: VastAd, base: string): VastAd {
  return {
    ...ad,
    impressionURLTemplates: resolveTemplates(ad.impressionURLTemplates, base),
    errorURLTemplates: resolveTemplates(ad.errorURLTemplates, base),
  }
}

function resolveCreativeUrls(creative: Creative, base: string): Creative {
  const { videoClickThroughURLTemplate: clickThrough, trackingEvents } = creative
  const events = Object.entries(trackingEvents).map(([name, urls]) => [name, resolveTemplates(urls, base)])
  return {
    ...creative,
    mediaFiles: creative.mediaFiles.map(file => ({ ...file, fileURL: httpUrl(file.fileURL, base) })),
    videoClickThroughURLTemplate: clickThrough ? (resolveTemplates([clickThrough], base)[0] ?? null) : null,
    videoClickTrackingURLTemplates: resolveTemplates(creative.videoClickTrackingURLTemplates, base),
    trackingEvents: Object.fromEntries(events),
  }
}

/** A storage in memory. The library counts its calls in browser storage, which the app does not need. */
class NoopStorage {
  private readonly counts = new Map<string, unknown>()

  getItem(name: string): unknown {
    return this.counts.get(name)
  }
  setItem(name: string, value: unknown): void {
    this.counts.set(name, value)
  }
}
