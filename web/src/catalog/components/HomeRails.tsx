import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Rail } from '@/shared/ui/Rail'
import { SkeletonCards } from '@/shared/ui/Skeleton'
import { useCatalog } from '../context'
import type { LibraryItem, StreamStatus } from '../model'
import type { HomeFocus } from '../stores/HomeStore'
import { EventCard } from './EventCard'
import { LibraryCard } from './LibraryCard'
import { SchoolTile } from './SchoolTile'

const PATH = { live: '/live', upcoming: '/upcoming', finished: '/vod' } as const

interface GamesProps {
  status: StreamStatus
  focus: HomeFocus
}

/** The games in one state; nothing where there are none. */
export const GamesRail = observer(function GamesRail({ status, focus }: GamesProps) {
  const { t } = useLingui()
  const { games } = useCatalog().home
  const rail = games.value?.find(one => one.status === status)
  const titles = { live: t`Live now`, upcoming: t`Coming up`, finished: t`Final: watch it back` }
  const total = rail?.total ?? 0
  const labels = {
    live: plural(total, { one: '# game', other: '# games' }),
    upcoming: t`Full schedule`,
    finished: t`All replays`,
  }
  if (!rail) {
    return !games.value && !games.error ? (
      <Rail title={titles[status]} busy>
        {SkeletonCards({ count: 5 })}
      </Rail>
    ) : null
  }
  const wanted = Object.entries(focus).filter((entry): entry is [string, string] => entry[1] !== null)
  const query = new URLSearchParams(wanted).toString()
  const to = PATH[status] + (query && `?${query}`)
  return (
    <Rail title={titles[status]} more={{ label: labels[status], to }} id={status}>
      {rail.events.map(event => (
        <EventCard key={event.id} event={event} />
      ))}
    </Rail>
  )
})

/** The schools of the channel. */
export function SchoolsRail() {
  const { t } = useLingui()
  const { groups } = useCatalog().shell.channel
  if (groups.length === 0) return null
  return (
    <Rail title={t`Schools`} kind="tiles" id="schools">
      {groups.map(group => (
        <SchoolTile key={group.id} group={group} />
      ))}
    </Rail>
  )
}

interface FilmsProps {
  title: string
  items: readonly LibraryItem[]
  more?: { label: string; to: string } | null
}

/** Films of the library under a heading; nothing where there are none. */
export function FilmsRail({ title, items, more }: FilmsProps) {
  if (items.length === 0) return null
  return (
    <Rail title={title} more={more}>
      {items.map(item => (
        <LibraryCard key={item.id} item={item} />
      ))}
    </Rail>
  )
}
