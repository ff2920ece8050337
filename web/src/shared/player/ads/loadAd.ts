import type { Preroll } from '@/shared/shell'
import { type Ad, type FrameSize, httpUrl } from './ad'

/**
 * Load the ad of a pre-roll: the channel's own video, or an ad from its VAST tag.
 *
 * @throws when no ad can be played: the tag has no ad, no video that this browser plays, or does not respond.
 */
export async function loadAd(preroll: Preroll, frameSize: FrameSize, signal: AbortSignal): Promise<Ad> {
  const { name, skip_after: skipAfter } = preroll
  const clickUrl = httpUrl(preroll.click_url)
  const tag = httpUrl(preroll.vast_url)
  if (tag) {
    const { requestAd } = await import('./vast')
    const ad = await requestAd(tag, frameSize, signal)
    return {
      ...ad,
      name: name || ad.name,
      skipAfter: skipAfter ?? ad.skipAfter,
      clickUrl: ad.clickUrl ?? clickUrl,
    }
  }
  const url = httpUrl(preroll.url)
  if (!url) throw new Error('A pre-roll without a film')
  return { url, name, skipAfter, clickUrl, tracker: null }
}
