import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { ThingFacts, ThingsRailProps, Watched } from '@/shared/parts'
import { Rail } from '@/shared/ui/Rail'
import { useCatalog } from '../context'
import { followedGames, namedThings, type Thing } from '../stores/ThingsStore'
import { EventCard } from './EventCard'
import { LibraryCard } from './LibraryCard'

/** A rail that another context fills, with the catalogue's own cards; nothing where none of it is here. */
export default observer(function ThingsRail({ title, things, more, Action }: ThingsRailProps) {
  const store = useCatalog().bring(things === 'followed' ? followedGames : namedThings)
  const asked = things === 'followed' ? things : things.map(({ kind, id }) => `${kind}-${id}`).join()
  // By what is asked for: the list itself is another one each time.
  useEffect(() => void store.load(things), [store, asked])
  const { value, error } = store.list
  if (!value && !error) {
    return <Rail title={title} busy />
  }
  // What is not named any more is away before the server has told of the others.
  const shown = value?.filter(one => things === 'followed' || things.some(isSame(thingIn(one)))) ?? []
  if (shown.length === 0) return null
  return (
    <Rail title={title} more={more}>
      {shown.map(thing => {
        const { kind, id, name } = thingIn(thing)
        const action = Action && <Action kind={kind} id={id} name={name} />
        return thing.kind === 'event' ? (
          <EventCard key={`event-${id}`} event={thing.event} action={action} />
        ) : (
          <LibraryCard key={`film-${id}`} item={thing.film} action={action} />
        )
      })}
    </Rail>
  )
})

const thingIn = (thing: Thing): ThingFacts =>
  thing.kind === 'event'
    ? { kind: 'event', id: thing.event.id, name: thing.event.full_name }
    : { kind: 'vod', id: thing.film.id, name: thing.film.full_title }

const isSame = (one: Watched) => (other: Watched) => one.kind === other.kind && one.id === other.id
