import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { participantsBySide } from '@/shared/participantsBySide'
import { Badge } from '@/shared/ui/Badge'
import { useCatalog } from '../../context'
import { filteredPath } from '../../filters'
import type { EventItem } from '../../model'
import type { SearchAnswer } from '../../stores/SearchStore'
import { ScheduleBadge } from '../event/EventBadges'
import { LiveBadge } from '../event/LiveBadge'
import { useEventTexts } from '../event/useEventTexts'
import { useSpoilerFree } from '../event/useSpoilerFree'

/** One thing to go to. */
export interface SearchItem {
  key: string
  to: string
  name: string
  /** What it is, in a second line. */
  description: string
  image: string | null
  wide?: boolean
  end?: ReactNode
}

export interface SearchGroup {
  value: string
  items: SearchItem[]
}

/** What was found as it is told: games, then teams and schools, then the library. Empty groups are left out. */
export function useSearchItems(found: SearchAnswer | null): SearchGroup[] {
  const { t } = useLingui()
  const { categories } = useCatalog().shell.channel
  const game = useEventItem()
  if (!found) return []
  const { events, participants, groups, library, query: words } = found
  const first = events[0]
  const all: SearchItem = {
    key: 'all',
    to: filteredPath(first?.stream_status === 'finished' ? '/vod' : '/schedule', { q: words }),
    name: t`All games for “${words}”`,
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
    { value: t`Games`, items: first ? [...events.map(game), all] : [] },
    { value: t`Teams and schools`, items: [...schools, ...teams] },
    { value: t`Library`, items: videos },
  ].filter(({ items }) => items.length > 0)
}

function useEventItem() {
  const { t } = useLingui()
  const texts = useEventTexts()
  const seen = useSpoilerFree()
  const state = (event: EventItem) => {
    const { stream_status, score } = event
    if (event.schedule_status !== 'scheduled') return <ScheduleBadge event={event} />
    if (event.live_state) return <LiveBadge event={event} />
    if (stream_status === 'upcoming') return null
    return <Badge tone="plain">{score ? `${score.away}–${score.home}` : t`FINAL`}</Badge>
  }
  return (event: EventItem): SearchItem => ({
    key: `game-${event.id}`,
    to: `/watch/${event.id}`,
    name: event.name,
    description: [texts.when(event), texts.kind(event)].filter(Boolean).join(' · '),
    image: participantsBySide(event)?.home.images.logo ?? event.images.card,
    end: state(seen(event)),
  })
}
