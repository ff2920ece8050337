import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useTitle } from '@/shared/hooks/useTitle'
import { Chips } from '@/shared/ui/Chips'
import { ErrorState } from '@/shared/ui/states'
import { FilmsRail } from '../components/HomeRails'
import { LibraryList } from '../components/LibraryList'
import { LibrarySearch } from '../components/LibrarySearch'
import { useCatalog } from '../context'
import '../components/Library.css'

const ALL = 0

/** `/vod_library`: rails, categories and a search by title; what is asked for stands in the address. */
export default observer(function Library() {
  const { t } = useLingui()
  const { library } = useCatalog()
  const [search, setSearch] = useSearchParams()
  const title = search.get('title')?.trim() ?? ''
  const category = Number(search.get('category')) || ALL
  const browsing = !title && category === ALL
  const { rails, categories } = library
  useTitle(t`Library`)

  useEffect(() => {
    void library.loadRails()
    void library.loadCategories()
  }, [library])
  useEffect(() => void library.load({ title, categoryId: category || null }), [library, title, category])

  const ask = (next: { title?: string; category?: number }) => {
    const wanted = new URLSearchParams()
    if (next.title) wanted.set('title', next.title)
    if (next.category) wanted.set('category', String(next.category))
    setSearch(wanted, { replace: true })
  }
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>{t`Library`}</h1>
        <p className="lede">{t`Films to watch in your own time, whenever you like.`}</p>
      </div>
      <LibrarySearch title={title} onSearch={words => ask({ title: words })} />
      {categories.value && categories.value.length > 1 ? (
        <div className="library__chips">
          <Chips
            label={t`Categories`}
            choices={[
              { value: ALL, label: t({ message: 'All', context: 'categories' }) },
              ...categories.value.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={title ? null : category}
            onChange={next => ask({ category: next })}
          />
        </div>
      ) : null}
      {browsing
        ? rails.value?.map(rail => (
            <FilmsRail
              key={rail.id}
              title={rail.title}
              items={rail.vod_media_items}
              more={rail.category_id ? { label: t`See all`, to: `?category=${rail.category_id}` } : null}
            />
          ))
        : null}
      {browsing && rails.error && !rails.value ? (
        <ErrorState
          title={t`The shelves did not load`}
          onRetry={() => void library.loadRails()}
          busy={rails.busy}
        />
      ) : null}
      <LibraryList
        title={title}
        category={categories.value?.find(one => one.id === category)?.name ?? null}
        onAll={() => ask({})}
      />
    </div>
  )
})
