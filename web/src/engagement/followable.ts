import type { EventSummary, Followable } from '@/shared/contexts/slots'

/** Return what a viewer can follow in a game: the away team, the home team and the sport. */
export function followableIn({ participants, event_category }: EventSummary): Followable[] {
  const sides = participants.toSorted((a, b) => Number(a.is_home ?? false) - Number(b.is_home ?? false))
  const teams = sides.map(({ id, name }) => ({ type: 'participant' as const, id, name }))
  return event_category ? [...teams, { type: 'category', ...event_category }] : teams
}
