import type { Preroll } from '@/shared/shell'
import { type Ad, type FrameSize, httpUrl } from './ad'

/**
 * What a pre-roll plays: the channel's own film as it is, or what its VAST tag answers.
 *
 * @throws where there is none now: a tag without an ad, without one this browser plays, or without an answer.
 */
export async function loadAd(preroll: Preroll, stage: FrameSize, signal: AbortSignal): Promise<Ad> {
  const { name, skip_after: skipAfter } = preroll
  const visitUrl = httpUrl(preroll.click_url)
  const tag = httpUrl(preroll.vast_url)
  if (tag) {
    const { requestAd: askTag } = await import('./vast')
    const ad = await askTag(tag, stage, signal)
    return {
      ...ad,
      name: name || ad.name,
      skipAfter: skipAfter ?? ad.skipAfter,
      clickUrl: ad.clickUrl ?? visitUrl,
    }
  }
  const url = httpUrl(preroll.url)
  if (!url) throw new Error('A pre-roll without a film')
  return { url, name, skipAfter, clickUrl: visitUrl, tracker: null }
}
