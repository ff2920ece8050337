import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useDeferredValue, useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { formatDuration, warmUpFormatters } from '@/shared/format/dates'
import { formatLongDay } from '@/shared/format/longDates'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { useStaggeredList } from '@/shared/hooks/useStaggeredRender'
import { parseRouteId } from '@/shared/routeId'
import { Icon } from '@/shared/ui/Icon'
import { ShareButton } from '@/shared/ui/ShareButton'
import { LibraryItemsRail } from '../components/home/HomeRails'
import { LibraryItemPlayer } from '../components/watch/LibraryItemPlayer'
import { useTheaterMode } from '../components/watch/useTheaterMode'
import { WatchError, WatchLayout } from '../components/watch/WatchLayout'
import { WatchSkeleton } from '../components/watch/WatchSkeleton'
import { useCatalog } from '../context'
import type { LibraryItem } from '../model'
import { libraryItemStore } from '../stores/LibraryItemStore'
import '../components/watch/WatchArea.css'
import '../components/watch/Watch.css'
import '../components/library/Library.css'

/**
 * The screen `/vod_library/{id}`: the player or the purchase options, the details and similar items. It renders in
 * small steps.
 */
export default observer(function WatchLibraryItem() {
  const { t } = useLingui()
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.resolve(libraryItemStore)
  const id = parseRouteId(useParams())
  const [isTheater, toggleTheater] = useTheaterMode(shell.storage)
  const item = useDeferredValue(store.item)
  const similar = useStaggeredList(store.similar)
  useDocumentTitle(item?.full_title ?? null)
  useEffect(() => {
    if (id === null) return
    void store.open(id)
    warmUpFormatters()
  }, [store, id])

  if (id === null || store.isMissing(id)) return <Navigate to="/404" replace />
  if (!item && store.errorOf(id)) {
    return <WatchError title={t`The video could not be loaded`} id={id} store={store} />
  }
  if (!item || item.id !== id) return <WatchSkeleton />

  const category = item.categories[0]
  return (
    <WatchLayout
      title={item.title}
      isTheater={isTheater}
      player={
        <LibraryItemPlayer key={item.id} item={item} isTheater={isTheater} onToggleTheater={toggleTheater} />
      }
      details={<LibraryItemDetails item={item} />}
      actions={<ShareButton title={item.full_title} url={`/vod_library/${item.id}`} toasts={shell.toasts} />}
    >
      {item.description ? <p className="lede library-item-about">{item.description}</p> : null}
      <LibraryItemsRail
        title={t`More like this`}
        items={similar}
        more={category ? { label: category.name, to: `/vod_library?category=${category.id}` } : null}
      />
    </WatchLayout>
  )
})

/** The author, length, categories and date of a library item. */
function LibraryItemDetails({ item }: { item: LibraryItem }) {
  const { t, i18n } = useLingui()
  const { author } = item
  return (
    <ul className="watch-head__details">
      <li>
        <Icon name="clock" size="s" />
        {formatDuration(item.duration)}
      </li>
      {author ? <li>{t`With ${author}`}</li> : null}
      <li>{item.categories.map(category => category.name).join(', ')}</li>
      <li>{formatLongDay(Date.parse(item.date), { language: i18n.locale })}</li>
    </ul>
  )
}
