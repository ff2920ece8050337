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

/** Select a matching pre-roll at random by weight. `random` returns a number from 0 up to 1. */
export function selectPreroll(
  prerolls: readonly Preroll[],
  event: PrerollTarget,
  random: () => number = Math.random,
): Preroll | null {
  const matching = prerolls.filter(preroll => preroll.weight > 0 && matchesEvent(preroll, event))
  let remaining = random() * matching.reduce((sum, { weight }) => sum + weight, 0)
  for (const preroll of matching) {
    remaining -= preroll.weight
    if (remaining < 0) return preroll
  }
  return null
}
