import type { Preroll } from '@/shared/shell'
import type { EventItem } from './model'

type PrerollTarget = Pick<EventItem, 'location' | 'event_category' | 'stream_status' | 'preroll_keys'>

/**
 * Return whether a pre-roll may play before an event (§5): its location and categories, if set, must match. If the
 * operator chose pre-rolls for the event, these play, and no others.
 */
export function matchesEvent(
  preroll: Preroll,
  { location, event_category, stream_status, preroll_keys }: PrerollTarget,
): boolean {
  const { location_id, event_categories, for_live, for_vod } = preroll
  if (!(stream_status === 'live' ? for_live : for_vod)) return false
  if (preroll_keys) return preroll_keys.includes(preroll.key)
  if (location_id !== null && location_id !== location?.id) return false
  return event_categories.length === 0 || event_categories.some(id => id === event_category?.id)
}

/** Return the pre-rolls that may play before an event. */
export const listMatching = (prerolls: readonly Preroll[], event: PrerollTarget): readonly Preroll[] =>
  prerolls.filter(preroll => preroll.weight > 0 && matchesEvent(preroll, event))

/** Return whether a pre-roll is a video of the channel itself, which needs no ad server. */
export const isHouseAd = ({ sponsor, url }: Preroll) => !sponsor && url !== null

/** Select one of the matching pre-rolls at random by weight. `random` returns a number from 0 up to 1. */
export function selectPreroll(
  matching: readonly Preroll[],
  random: () => number = Math.random,
): Preroll | null {
  let remaining = random() * matching.reduce((sum, { weight }) => sum + weight, 0)
  for (const preroll of matching) {
    remaining -= preroll.weight
    if (remaining < 0) return preroll
  }
  return null
}
