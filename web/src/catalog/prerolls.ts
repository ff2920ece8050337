import type { Preroll } from '@/shared/shell'
import type { EventItem } from './model'

type PrerollTarget = Pick<EventItem, 'location' | 'event_category' | 'stream_status'>

/** Whether it may stand before this event (§5): where it names a place or categories, the event's are these. */
export function matchesEvent(
  preroll: Preroll,
  { location, event_category, stream_status }: PrerollTarget,
): boolean {
  const { location_id, event_categories, for_live, for_vod } = preroll
  if (!(stream_status === 'live' ? for_live : for_vod)) return false
  if (location_id !== null && location_id !== location?.id) return false
  return event_categories.length === 0 || event_categories.some(id => id === event_category?.id)
}

/** One of those that fit, each as likely as its weight; `random` is a number from 0 up to 1. */
export function choosePreroll(
  prerolls: readonly Preroll[],
  event: PrerollTarget,
  random: () => number = Math.random,
): Preroll | null {
  const fitting = prerolls.filter(preroll => preroll.weight > 0 && matchesEvent(preroll, event))
  let left = random() * fitting.reduce((sum, { weight }) => sum + weight, 0)
  for (const preroll of fitting) {
    left -= preroll.weight
    if (left < 0) return preroll
  }
  return null
}
