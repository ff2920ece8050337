import type { Group } from '@/shared/shell'
import type { PlayedContent } from '@/shared/telemetry'
import type { EventItem, LibraryItem } from './model'

type PlayedEventInput = Pick<EventItem, 'id' | 'sport' | 'gender' | 'event_category' | 'participants'>

/** What schools are sorted by, the widest first. */
const LEAGUES = ['league', 'conference', 'division'] as const

/** A game as the analytics name it; its school is the home team's, its league the school's. */
export function playedEvent(game: PlayedEventInput, live: boolean, groups: readonly Group[]): PlayedContent {
  const { id, sport, gender, event_category, participants } = game
  const home = participants.find(({ is_home }) => is_home) ?? participants[0]
  const properties = groups.find(group => group.id === home?.group?.id)?.properties ?? {}
  const league = LEAGUES.map(name => properties[name]).find(Boolean)
  const about = { category: event_category?.name, sport, gender, school: home?.group?.name, league }
  return { type: live ? 'live' : 'event', id, attributes: about }
}

/** A film of the library. */
export const playedLibraryItem = ({
  id,
  categories,
}: Pick<LibraryItem, 'id' | 'categories'>): PlayedContent => ({
  type: 'vod',
  id,
  attributes: { category: categories[0]?.name },
})
