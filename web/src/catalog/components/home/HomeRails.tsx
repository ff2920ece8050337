import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useStaggeredValue } from '@/shared/hooks/useStaggeredRender'
import { LazyRender } from '@/shared/ui/LazyRender'
import { Rail } from '@/shared/ui/Rail'
import { SkeletonCards } from '@/shared/ui/Skeleton'
import { useCatalog } from '../../context'
import { type Filters, filteredPath } from '../../filters'
import { isWatchable, type LibraryItem, type RailStatus } from '../../model'
import { multiViewPath } from '../../multiview/selection'
import { RAIL_SIZE } from '../../stores/HomeStore'
import { EventCard } from '../event/EventCard'
import { LibraryCard } from '../library/LibraryCard'
import { SchoolTile } from './SchoolTile'

const STATUS_PATHS = { live: '/live', due: '/upcoming', upcoming: '/upcoming', finished: '/vod' } as const

interface EventsRailProps {
  status: RailStatus
  filters: Filters
}

/** The events with one status. The rail is hidden if there are none, and rendered after the rails above it. */
export const EventsRail = observer(function EventsRail({ status, filters }: EventsRailProps) {
  const { t } = useLingui()
  const { home, shell } = useCatalog()
  const rails = useStaggeredValue(home.eventRails.value)
  const rail = rails?.find(candidate => candidate.status === status && !candidate.category)
  const titles = {
    live: shell.channel.text('home_live') ?? t`Live now`,
    due: t`Starting soon`,
    upcoming: shell.channel.text('home_upcoming') ?? t`Coming up`,
    finished: shell.channel.text('home_finished') ?? t`Watch again`,
  }
  if (!rail) {
    return !rails && !home.eventRails.error && status !== 'due' ? (
      <Rail title={titles[status]} id={status} busy />
    ) : null
  }
  const shown = status === 'finished' ? rail.events.filter(isWatchable) : rail.events
  if (shown.length === 0) return null
  const { total } = rail
  const count = plural(total, { one: '# game', other: '# games' })
  const labels = {
    live: count,
    due: count,
    upcoming: t`Full schedule`,
    finished: t`All replays`,
  }
  const multiView = { label: t`Watch several games`, to: multiViewPath([]) }
  const more = { label: labels[status], to: filteredPath(STATUS_PATHS[status], filters) }
  return (
    <Rail
      title={titles[status]}
      more={more}
      also={status === 'live' && total > 1 ? multiView : null}
      id={status}
    >
      {shown.slice(0, RAIL_SIZE).map(event => (
        <EventCard key={event.id} event={event} />
      ))}
    </Rail>
  )
})

/** One rail per category with its newest events and a link to its home page (§2). */
export const CategoryRails = observer(function CategoryRails() {
  const { t } = useLingui()
  const rails = useStaggeredValue(useCatalog().home.eventRails.value)
  return (rails ?? []).map(({ category, events }) => {
    if (!category) return null
    const { id, name } = category
    const to = filteredPath('/', { category_id: String(id) })
    const head = { title: name, more: { label: t`View all`, name: t`View all: ${name}`, to } }
    return (
      <LazyRender key={id} fallback={<Rail {...head}>{SkeletonCards({ count: 5 })}</Rail>}>
        <Rail {...head}>
          {events.map(event => (
            <EventCard key={event.id} event={event} />
          ))}
        </Rail>
      </LazyRender>
    )
  })
})

/** The schools of the channel. */
export function SchoolsRail() {
  const { t } = useLingui()
  const { channel } = useCatalog().shell
  if (channel.groups.length === 0) return null
  return (
    <Rail title={channel.text('home_groups') ?? t`Schools`} kind="tiles" id="schools">
      {channel.groups.map(group => (
        <SchoolTile key={group.id} group={group} />
      ))}
    </Rail>
  )
}

interface LibraryRailProps {
  title: string
  items: readonly LibraryItem[]
  more?: { label: string; to: string } | null
}

/** A rail of library items. It is hidden if there are none. */
export function LibraryItemsRail({ title, items, more }: LibraryRailProps) {
  if (items.length === 0) return null
  return (
    <Rail title={title} more={more}>
      {items.map(item => (
        <LibraryCard key={item.id} item={item} />
      ))}
    </Rail>
  )
}
