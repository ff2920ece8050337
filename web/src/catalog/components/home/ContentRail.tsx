import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { ContentRailProps, ContentRef, NamedContentRef } from '@/shared/contexts/slots'
import { Rail } from '@/shared/ui/Rail'
import { useCatalog } from '../../context'
import { type ContentItem, followedContent, namedContent } from '../../stores/ContentStore'
import { EventCard } from '../event/EventCard'
import { LibraryCard } from '../library/LibraryCard'

/** A rail that another context fills, with the catalogue's own cards; nothing where none of it is here. */
export default observer(function ContentRail({ title, content: things, more, Action }: ContentRailProps) {
  const store = useCatalog().resolve(things === 'followed' ? followedContent : namedContent)
  const cacheKey = things === 'followed' ? things : things.map(({ kind, id }) => `${kind}-${id}`).join()
  // By what is asked for: the list itself is another one each time.
  useEffect(() => void store.load(things), [store, cacheKey])
  const { value, error } = store.list
  if (!value && !error) {
    return <Rail title={title} busy />
  }
  // What is not named any more is away before the server has told of the others.
  const shown =
    value?.filter(one => things === 'followed' || things.some(isSameContent(toNamedContentRef(one)))) ?? []
  if (shown.length === 0) return null
  return (
    <Rail title={title} more={more}>
      {shown.map(thing => {
        const { kind, id, name } = toNamedContentRef(thing)
        const action = Action && <Action kind={kind} id={id} name={name} />
        return thing.kind === 'event' ? (
          <EventCard key={`event-${id}`} event={thing.event} action={action} />
        ) : (
          <LibraryCard key={`film-${id}`} item={thing.libraryItem} action={action} />
        )
      })}
    </Rail>
  )
})

const toNamedContentRef = (thing: ContentItem): NamedContentRef =>
  thing.kind === 'event'
    ? { kind: 'event', id: thing.event.id, name: thing.event.full_name }
    : { kind: 'vod', id: thing.libraryItem.id, name: thing.libraryItem.full_title }

const isSameContent = (one: ContentRef) => (other: ContentRef) =>
  one.kind === other.kind && one.id === other.id
