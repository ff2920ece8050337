import type { EntryValue } from '@/shared/studio/entries'

/** Why a pre-roll does not play before an event, or `plays`. */
export type PrerollMatch = 'plays' | 'other_location' | 'other_category' | 'never'

/**
 * Return whether a pre-roll of the document can play before an event, live or recorded (§5).
 * `matchesEvent` decides the same for viewers.
 */
export function matchEntries(preroll: EntryValue, event: EntryValue): PrerollMatch {
  const categories = (preroll.categories ?? []) as readonly unknown[]
  if (preroll.weight === 0 || (preroll.for_live === false && preroll.for_vod === false)) return 'never'
  if (preroll.location && preroll.location !== event.location) return 'other_location'
  if (categories.length && !categories.includes(event.category)) return 'other_category'
  return 'plays'
}
