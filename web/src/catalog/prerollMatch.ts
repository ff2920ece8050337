import type { EntryValue } from '@/shared/studio/entries'

/** Why a pre-roll does not play before an event, or `plays`. */
export type PrerollMatch = 'plays' | 'other_location' | 'other_category' | 'not_chosen' | 'never'

/**
 * Return whether a pre-roll of the document can play before an event, live or recorded (§5). Pre-rolls that the event
 * names play whatever their location and categories.
 * `matchesEvent` decides the same for viewers.
 */
export function matchEntries(preroll: EntryValue, event: EntryValue): PrerollMatch {
  const categories = (preroll.categories ?? []) as readonly unknown[]
  if (preroll.weight === 0 || (preroll.for_live === false && preroll.for_vod === false)) return 'never'
  const chosen = chosenPrerolls(event)
  if (chosen) return chosen.includes(String(preroll.key)) ? 'plays' : 'not_chosen'
  if (preroll.location && preroll.location !== event.location) return 'other_location'
  if (categories.length && !categories.includes(event.category)) return 'other_category'
  return 'plays'
}

/** Return the keys of the pre-rolls that an event names. Null if all that fit may play. */
export function chosenPrerolls({ prerolls }: EntryValue): readonly string[] | null {
  if (prerolls === 'none') return []
  return (prerolls as readonly string[] | undefined) ?? null
}

/** Return the value of the field for chosen keys. Undefined for all that fit. */
export const toPrerollsField = (keys: readonly string[] | null) =>
  keys === null ? undefined : keys.length ? [...keys] : 'none'
