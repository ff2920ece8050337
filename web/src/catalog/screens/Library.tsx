import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { warmUpFormatters } from '@/shared/format/dates'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { useStaggeredValue } from '@/shared/hooks/useStaggeredRender'
import { Chips } from '@/shared/ui/Chips'
import { Rail } from '@/shared/ui/Rail'
import { ErrorState } from '@/shared/ui/states'
import { LibraryItemsRail } from '../components/home/HomeRails'
import { StaticBand } from '../components/home/StaticBand'
import { LibraryList } from '../components/library/LibraryList'
import { LibrarySearch } from '../components/library/LibrarySearch'
import { useCatalog } from '../context'
import { libraryItemsStore } from '../stores/LibraryItemsStore'
import '../components/library/Library.css'

const ALL_CATEGORIES = 0

/** The screen `/vod_library`: rails, categories and a title search. The URL contains the search and the category. */
export default observer(function Library() {
  const { t } = useLingui()
  const catalog = useCatalog()
  const { library, shell } = catalog
  const libraryItems = catalog.resolve(libraryItemsStore)
  const heading = shell.channel.text('library_title') ?? t`Library`
  const [search, setSearch] = useSearchParams()
  const title = search.get('title')?.trim() ?? ''
  const { rails, categories } = library
  const shownRails = useStaggeredValue(rails.value)
  // The URL contains the alias or the id of a category.
  const requestedCategory = search.get('category') ?? search.get('category_id')
  const category = categories.value?.find(
    ({ id, alias }) => alias === requestedCategory || String(id) === requestedCategory,
  )
  const isBrowsing = !title && !requestedCategory
  useDocumentTitle(heading)

  useEffect(() => {
    void library.loadRails()
    void library.loadCategories()
    warmUpFormatters()
  }, [library])
  useEffect(
    () => void libraryItems.load({ title, category: requestedCategory }),
    [libraryItems, title, requestedCategory],
  )

  const showItems = (next: { title?: string; category?: number }) =>
    setSearch(current => searchParamsWith(current, next), { replace: true })
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          {heading}
        </h1>
        <p className="lede">
          {shell.channel.text('library_intro') ?? t`Watch on demand, whenever you like.`}
        </p>
      </div>
      <LibrarySearch title={title} onSearch={text => showItems({ title: text })} />
      {isBrowsing && !categories.value && !categories.error ? (
        <div className="library__chips library__chips--placeholder" aria-busy="true" />
      ) : null}
      {categories.value && categories.value.length > 1 ? (
        <div className="library__chips">
          <Chips
            label={t`Categories`}
            choices={[
              { value: ALL_CATEGORIES, label: t({ message: 'All', context: 'categories' }) },
              ...categories.value.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={title ? null : (category?.id ?? ALL_CATEGORIES)}
            onChange={id => showItems({ category: id })}
          />
        </div>
      ) : null}
      {isBrowsing
        ? shownRails?.map(rail => (
            <LibraryItemsRail
              key={rail.id}
              title={rail.title}
              items={rail.vod_media_items}
              more={rail.category_id ? { label: t`View all`, to: `?category=${rail.category_id}` } : null}
            />
          ))
        : null}
      {isBrowsing && !shownRails && !rails.error ? <Rail title={t`Loading`} busy /> : null}
      {isBrowsing && rails.error && !rails.value ? (
        <ErrorState
          title={t`The categories could not be loaded`}
          onRetry={() => void library.loadRails()}
          busy={rails.isBusy}
        />
      ) : null}
      <LibraryList title={title} category={category?.name ?? null} onShowAll={() => showItems({})} />
      <StaticBand name="library" />
    </div>
  )
})

/** Return the query string for a title or category. Other parameters stay. */
function searchParamsWith(
  search: URLSearchParams,
  { title, category }: { title?: string; category?: number },
) {
  const params = new URLSearchParams(search)
  for (const name of ['title', 'category', 'category_id']) params.delete(name)
  if (title) params.set('title', title)
  if (category) params.set('category', String(category))
  return params
}
