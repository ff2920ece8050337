import type { Preroll } from '@/shared/shell'
import { type Ad, type StageSize, webAddress } from './ad'

/**
 * What a pre-roll plays: the channel's own film as it is, or what its VAST tag answers.
 *
 * @throws where there is none now: a tag without an ad, without one this browser plays, or without an answer.
 */
export async function findAd(preroll: Preroll, stage: StageSize, signal: AbortSignal): Promise<Ad> {
  const { name, skip_after: skipAfter } = preroll
  const visitUrl = webAddress(preroll.click_url)
  const tag = webAddress(preroll.vast_url)
  if (tag) {
    const { askTag } = await import('./vast')
    const ad = await askTag(tag, stage, signal)
    return {
      ...ad,
      name: name || ad.name,
      skipAfter: skipAfter ?? ad.skipAfter,
      visitUrl: ad.visitUrl ?? visitUrl,
    }
  }
  const url = webAddress(preroll.url)
  if (!url) throw new Error('A pre-roll without a film')
  return { url, name, skipAfter, visitUrl, tracker: null }
}
