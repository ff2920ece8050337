import type { Group } from '@/shared/shell'
import type { PlayedContent } from '@/shared/telemetry'
import type { EventItem, LibraryItem } from './model'

type PlayedEventInput = Pick<EventItem, 'id' | 'sport' | 'gender' | 'event_category' | 'participants'>

/** The group properties that may name a school's league, widest first. */
const LEAGUES = ['league', 'conference', 'division'] as const

/**
 * Return an event as analytics name it. Its school is the home team's school, and its league is that school's league.
 */
export function playedEvent(
  event: PlayedEventInput,
  isLive: boolean,
  groups: readonly Group[],
): PlayedContent {
  const { id, sport, gender, event_category, participants } = event
  const home = participants.find(({ is_home }) => is_home) ?? participants[0]
  const properties = groups.find(group => group.id === home?.group?.id)?.properties ?? {}
  const league = LEAGUES.map(name => properties[name]).find(Boolean)
  const attributes = { category: event_category?.name, sport, gender, school: home?.group?.name, league }
  return { type: isLive ? 'live' : 'event', id, attributes }
}

/** Return a library item as analytics name it. */
export const playedLibraryItem = ({
  id,
  categories,
}: Pick<LibraryItem, 'id' | 'categories'>): PlayedContent => ({
  type: 'vod',
  id,
  attributes: { category: categories[0]?.name },
})
