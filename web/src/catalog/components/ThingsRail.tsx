import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { ThingsRailProps } from '@/shared/parts'
import { Rail } from '@/shared/ui/Rail'
import { SkeletonCards } from '@/shared/ui/Skeleton'
import { useCatalog } from '../context'
import { followedGames, namedThings } from '../stores/ThingsStore'
import { EventCard } from './EventCard'
import { LibraryCard } from './LibraryCard'

/** A rail that another context fills, with the catalogue's own cards; nothing where none of it is here. */
export default observer(function ThingsRail({ title, things, more }: ThingsRailProps) {
  const store = useCatalog().bring(things === 'followed' ? followedGames : namedThings)
  const asked = things === 'followed' ? things : things.map(({ kind, id }) => `${kind}-${id}`).join()
  // By what is asked for: the list itself is another one each time.
  useEffect(() => void store.load(things), [store, asked])
  const { value, error } = store.list
  if (!value && !error) {
    return (
      <Rail title={title} busy>
        {SkeletonCards({ count: 5 })}
      </Rail>
    )
  }
  if (!value || value.length === 0) return null
  return (
    <Rail title={title} more={more}>
      {value.map(thing =>
        thing.kind === 'event' ? (
          <EventCard key={`event-${thing.event.id}`} event={thing.event} />
        ) : (
          <LibraryCard key={`film-${thing.film.id}`} item={thing.film} />
        ),
      )}
    </Rail>
  )
})
