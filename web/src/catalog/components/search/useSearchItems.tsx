import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { participantsBySide } from '@/shared/participantsBySide'
import { Badge } from '@/shared/ui/Badge'
import { useCatalog } from '../../context'
import { filteredPath } from '../../filters'
import { type EventItem, isDecided } from '../../model'
import type { SearchResultWithQuery } from '../../stores/SearchStore'
import { ScheduleBadge } from '../event/EventBadges'
import { LiveBadge } from '../event/LiveBadge'
import { useEventTexts } from '../event/useEventTexts'
import { useSpoilerFree } from '../event/useSpoilerFree'

/** A search result with the path of its page. */
export interface SearchItem {
  key: string
  to: string
  name: string
  /** The second line: the kind, date or category. */
  description: string
  image: string | null
  wide?: boolean
  end?: ReactNode
}

/** Search results of one kind under a heading. */
export interface SearchGroup {
  value: string
  items: SearchItem[]
}

/** Return the search results in groups: games, teams and schools, library. Empty groups are left out. */
export function useSearchItems(result: SearchResultWithQuery | null): SearchGroup[] {
  const { t } = useLingui()
  const { categories } = useCatalog().shell.channel
  const toEventItem = useEventItem()
  if (!result) return []
  const { events, participants, groups, library, query } = result
  const firstEvent = events[0]
  const allEvents: SearchItem = {
    key: 'all',
    to: filteredPath(firstEvent?.stream_status === 'finished' ? '/vod' : '/schedule', { q: query }),
    name: t`All games for “${query}”`,
    description: '',
    image: null,
  }
  const schools = groups.map(school => ({
    key: `school-${school.id}`,
    to: filteredPath('/', { school: school.alias || school.name }),
    name: school.name,
    description: school.nickname ?? '',
    image: school.images.logo,
  }))
  const teams = participants.map(team => ({
    key: `team-${team.id}`,
    to: filteredPath('/', { team: team.alias || team.name }),
    name: team.name,
    description: categories.find(({ id }) => id === team.event_category_id)?.name ?? team.group?.name ?? '',
    image: team.images.logo,
  }))
  const videos = library.map(item => ({
    key: `film-${item.id}`,
    to: `/vod_library/${item.id}`,
    name: item.full_title,
    description: item.categories.map(({ name }) => name).join(', '),
    image: item.assets.find(({ type }) => type === 'image')?.path ?? null,
    wide: true,
  }))
  return [
    { value: t`Games`, items: firstEvent ? [...events.map(toEventItem), allEvents] : [] },
    { value: t`Teams and schools`, items: [...schools, ...teams] },
    { value: t`Library`, items: videos },
  ].filter(({ items }) => items.length > 0)
}

function useEventItem() {
  const { t } = useLingui()
  const texts = useEventTexts()
  const toSpoilerFree = useSpoilerFree()
  const stateBadge = (event: EventItem) => {
    const { stream_status, score } = event
    if (event.schedule_status !== 'scheduled') return <ScheduleBadge event={event} />
    if (event.live_state && !isDecided(event)) return <LiveBadge event={event} />
    if (stream_status === 'upcoming' && !isDecided(event)) return null
    return <Badge tone="plain">{score ? (score.text ?? `${score.away}–${score.home}`) : t`FINAL`}</Badge>
  }
  return (event: EventItem): SearchItem => ({
    key: `game-${event.id}`,
    to: `/watch/${event.id}`,
    name: event.name,
    description: [texts.when(event), texts.kind(event)].filter(Boolean).join(' · '),
    image: participantsBySide(event)?.home.images.logo ?? event.images.card,
    end: stateBadge(toSpoilerFree(event)),
  })
}
