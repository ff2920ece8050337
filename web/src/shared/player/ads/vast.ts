import { VASTClient, VASTTracker } from '@dailymotion/vast-client'
import { AD_ERROR, type Ad, type AdTracker, type FrameSize, httpUrl } from './ad'
import { expandMacros, macroValues } from './macros'
import { chooseMediaFile, type MediaFile } from './mediaFiles'

/** The library has no types of its own for what it answers; this much of it we read. */
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

/** Wrappers that may stand before an ad; a loop of them ends here. */
const MAX_WRAPPERS = 5

/**
 * Asks a VAST tag (2 to 4.2, wrappers followed) for an ad: the first film of it that this browser plays.
 *
 * Addresses without a host are taken against the tag's own.
 *
 * @throws where the tag has no ad for us, or does not answer as VAST.
 */
export async function requestAd(tag: string, stage: FrameSize, signal: AbortSignal): Promise<Ad> {
  const macros = macroValues(stage)
  const client = new VASTClient(0, 0, new NoopStorage() as never)
  client.addURLTemplateFilter((url: string) => expandMacros(url, macros))
  const answer: { ads: VastAd[] } = await client.get(tag, {
    urlHandler: { get: (url: string) => fetchXml(url, signal) },
    wrapperLimit: MAX_WRAPPERS,
  })
  for (const ad of answer.ads) {
    for (const creative of ad.creatives.filter(({ type }) => type === 'linear')) {
      const [whole, linear] = [resolveAdUrls(ad, tag), resolveCreativeUrls(creative, tag)]
      const file = chooseMediaFile(linear.mediaFiles, stage, type => canPlay(type))
      const trackerOf = (files: MediaFile[]) =>
        new VASTTracker(client, whole as never, { ...linear, mediaFiles: files } as never)
      const url = httpUrl(file?.fileURL)
      if (file && url) return adFrom(whole, linear, url, createTracker(trackerOf([file]), macros))
      trackerOf(linear.mediaFiles).error({ ...macros, ERRORCODE: String(AD_ERROR.unsupported) })
    }
  }
  throw new Error('The tag has no ad for us')
}

const canPlay = (type: string) => document.createElement('video').canPlayType(type) !== ''

function adFrom(ad: VastAd, creative: Creative, url: string, tracker: AdTracker): Ad {
  const { skipDelay, videoClickThroughURLTemplate: visit } = creative
  return {
    url,
    name: ad.advertiser?.value ?? '',
    skipAfter: skipDelay !== null && skipDelay >= 0 ? skipDelay : null,
    clickUrl: visit ? httpUrl(expandMacros(templateUrl(visit), {})) : null,
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

/** Instead of the library's own, which throws where nobody can catch when a request takes too long. */
async function fetchXml(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal, credentials: 'omit' })
    if (!answer.ok) return { error: new Error(`${answer.status}`), statusCode: answer.status }
    const text = await answer.text()
    const xml = new DOMParser().parseFromString(text, 'text/xml')
    return { xml, details: { byteLength: text.length, statusCode: answer.status, rawXml: text } }
  } catch (error) {
    return { error, statusCode: null }
  }
}

const templateUrl = (template: Template) => (typeof template === 'string' ? template : template.url)

function resolveTemplates(templates: readonly Template[], base: string): Template[] {
  const whole = (url: string) => httpUrl(url, base) ?? url
  return templates.map(one => (typeof one === 'string' ? whole(one) : { ...one, url: whole(one.url) }))
}

function resolveAdUrls(ad: VastAd, base: string): VastAd {
  return {
    ...ad,
    impressionURLTemplates: resolveTemplates(ad.impressionURLTemplates, base),
    errorURLTemplates: resolveTemplates(ad.errorURLTemplates, base),
  }
}

function resolveCreativeUrls(creative: Creative, base: string): Creative {
  const { videoClickThroughURLTemplate: visit, trackingEvents } = creative
  const events = Object.entries(trackingEvents).map(([name, urls]) => [name, resolveTemplates(urls, base)])
  return {
    ...creative,
    mediaFiles: creative.mediaFiles.map(file => ({ ...file, fileURL: httpUrl(file.fileURL, base) })),
    videoClickThroughURLTemplate: visit ? (resolveTemplates([visit], base)[0] ?? null) : null,
    videoClickTrackingURLTemplates: resolveTemplates(creative.videoClickTrackingURLTemplates, base),
    trackingEvents: Object.fromEntries(events),
  }
}

/** The library counts its calls in the browser's storage; nothing of ours reads that, so nothing is kept. */
class NoopStorage {
  private readonly counts = new Map<string, unknown>()

  getItem(name: string): unknown {
    return this.counts.get(name)
  }
  setItem(name: string, value: unknown): void {
    this.counts.set(name, value)
  }
}
