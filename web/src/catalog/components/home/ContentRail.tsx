import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { ContentRailProps, ContentRef, NamedContentRef } from '@/shared/contexts/slots'
import { Rail } from '@/shared/ui/Rail'
import { useCatalog } from '../../context'
import { type ContentItem, followedContent, namedContent } from '../../stores/ContentStore'
import { EventCard } from '../event/EventCard'
import { LibraryCard } from '../library/LibraryCard'

/** A rail of the catalog's cards for content that another context chose. It is hidden if nothing is found. */
export default observer(function ContentRail({ title, content, more, Action }: ContentRailProps) {
  const store = useCatalog().resolve(content === 'followed' ? followedContent : namedContent)
  const cacheKey = content === 'followed' ? content : content.map(({ kind, id }) => `${kind}-${id}`).join()
  // The list is a new object on each render, so the effect depends on its IDs.
  useEffect(() => void store.load(content), [store, cacheKey])
  const { value, error } = store.list
  if (!value && !error) {
    return <Rail title={title} busy />
  }
  // Items that are no longer chosen are hidden before the server responds.
  const shown =
    value?.filter(item => content === 'followed' || content.some(isSameContent(toNamedContentRef(item)))) ??
    []
  if (shown.length === 0) return null
  return (
    <Rail title={title} more={more}>
      {shown.map(item => {
        const { kind, id, name } = toNamedContentRef(item)
        const action = Action && <Action kind={kind} id={id} name={name} />
        return item.kind === 'event' ? (
          <EventCard key={`event-${id}`} event={item.event} action={action} />
        ) : (
          <LibraryCard key={`film-${id}`} item={item.libraryItem} action={action} />
        )
      })}
    </Rail>
  )
})

const toNamedContentRef = (item: ContentItem): NamedContentRef =>
  item.kind === 'event'
    ? { kind: 'event', id: item.event.id, name: item.event.full_name }
    : { kind: 'vod', id: item.libraryItem.id, name: item.libraryItem.full_title }

const isSameContent = (first: ContentRef) => (second: ContentRef) =>
  first.kind === second.kind && first.id === second.id
