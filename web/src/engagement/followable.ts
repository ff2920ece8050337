import type { EventSummary, Followable } from '@/shared/contexts/slots'

/** What a viewer may follow of a game: the away side, the home side, its sport. */
export function followableIn({ participants, event_category }: EventSummary): Followable[] {
  const sides = participants.toSorted(
    (one, other) => Number(one.is_home ?? false) - Number(other.is_home ?? false),
  )
  const teams = sides.map(({ id, name }) => ({ type: 'participant' as const, id, name }))
  return event_category ? [...teams, { type: 'category', ...event_category }] : teams
}
