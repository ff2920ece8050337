import { VASTClient, VASTTracker } from '@dailymotion/vast-client'
import { AD_ERROR, type Ad, type AdTracker, type StageSize, webAddress } from './ad'
import { fillMacros, macrosOf } from './macros'
import { type MediaFile, nearestFile } from './mediaFiles'

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
const MOST_WRAPPERS = 5

/**
 * Asks a VAST tag (2 to 4.2, wrappers followed) for an ad: the first film of it that this browser plays.
 *
 * Addresses without a host are taken against the tag's own.
 *
 * @throws where the tag has no ad for us, or does not answer as VAST.
 */
export async function askTag(tag: string, stage: StageSize, signal: AbortSignal): Promise<Ad> {
  const macros = macrosOf(stage)
  const client = new VASTClient(0, 0, new Forgetful() as never)
  client.addURLTemplateFilter((url: string) => fillMacros(url, macros))
  const answer: { ads: VastAd[] } = await client.get(tag, {
    urlHandler: { get: (url: string) => read(url, signal) },
    wrapperLimit: MOST_WRAPPERS,
  })
  for (const ad of answer.ads) {
    for (const creative of ad.creatives.filter(({ type }) => type === 'linear')) {
      const [whole, linear] = [absoluteAd(ad, tag), absoluteCreative(creative, tag)]
      const file = nearestFile(linear.mediaFiles, stage, type => canPlay(type))
      const trackerOf = (files: MediaFile[]) =>
        new VASTTracker(client, whole as never, { ...linear, mediaFiles: files } as never)
      const url = webAddress(file?.fileURL)
      if (file && url) return adFrom(whole, linear, url, tracking(trackerOf([file]), macros))
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
    visitUrl: visit ? webAddress(fillMacros(addressIn(visit), {})) : null,
    tracker,
  }
}

function tracking(vast: VASTTracker, macros: Record<string, string>): AdTracker {
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
    visited: () => vast.click(null, macros),
    skipped: () => vast.skip(macros),
    completed: () => vast.complete(macros),
    failed: error => vast.error({ ...macros, ERRORCODE: String(error) }),
  }
}

/** Instead of the library's own, which throws where nobody can catch when a request takes too long. */
async function read(url: string, signal: AbortSignal): Promise<unknown> {
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

const addressIn = (template: Template) => (typeof template === 'string' ? template : template.url)

function absolute(templates: readonly Template[], base: string): Template[] {
  const whole = (url: string) => webAddress(url, base) ?? url
  return templates.map(one => (typeof one === 'string' ? whole(one) : { ...one, url: whole(one.url) }))
}

function absoluteAd(ad: VastAd, base: string): VastAd {
  return {
    ...ad,
    impressionURLTemplates: absolute(ad.impressionURLTemplates, base),
    errorURLTemplates: absolute(ad.errorURLTemplates, base),
  }
}

function absoluteCreative(creative: Creative, base: string): Creative {
  const { videoClickThroughURLTemplate: visit, trackingEvents } = creative
  const events = Object.entries(trackingEvents).map(([name, urls]) => [name, absolute(urls, base)])
  return {
    ...creative,
    mediaFiles: creative.mediaFiles.map(file => ({ ...file, fileURL: webAddress(file.fileURL, base) })),
    videoClickThroughURLTemplate: visit ? (absolute([visit], base)[0] ?? null) : null,
    videoClickTrackingURLTemplates: absolute(creative.videoClickTrackingURLTemplates, base),
    trackingEvents: Object.fromEntries(events),
  }
}

/** The library counts its calls in the browser's storage; nothing of ours reads that, so nothing is kept. */
class Forgetful {
  private readonly counts = new Map<string, unknown>()

  getItem(name: string): unknown {
    return this.counts.get(name)
  }
  setItem(name: string, value: unknown): void {
    this.counts.set(name, value)
  }
}
