import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useStaggeredList } from '@/shared/hooks/useStaggeredRender'
import { Button } from '@/shared/ui/Button'
import { CardGrid } from '@/shared/ui/Card'
import { LoadMore } from '@/shared/ui/LoadMore'
import { SkeletonCards } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { useCatalog } from '../../context'
import { libraryItemsStore } from '../../stores/LibraryItemsStore'
import { useLoadMore } from '../useLoadMore'
import { LibraryCard } from './LibraryCard'

interface Props {
  /** The search query; empty without a search. */
  title: string
  /** The name of the chosen category. */
  category: string | null
  onShowAll: () => void
}

/** A grid of library items: all items, a category, or search results. The cards render in stages. */
export const LibraryList = observer(function LibraryList({ title, category, onShowAll }: Props) {
  const { t, i18n } = useLingui()
  const list = useCatalog().resolve(libraryItemsStore).list
  const { total, nextPage } = list
  const items = useStaggeredList(list.items)
  const isRendering = items.length === 0 && list.items.length > 0
  const loadMore = useLoadMore<HTMLElement>(items.length, () => list.loadMore())
  const heading = title ? t`Results for “${title}”` : (category ?? t`All videos`)
  const isEmpty = list.isLoaded && total === 0 && !list.isBusy && !list.error
  return (
    <section className="section" ref={loadMore.list} aria-busy={list.isBusy || undefined}>
      <div className="section-head">
        <h2 className="display h3 rail-head">{heading}</h2>
        <span className="count" role="status">
          {list.isLoaded ? i18n.number(total) : null}
        </span>
      </div>
      {items.length > 0 ? (
        <CardGrid>
          {items.map(item => (
            <LibraryCard key={item.id} item={item} />
          ))}
        </CardGrid>
      ) : null}
      {isRendering || (list.isBusy && !list.isLoaded) ? (
        <CardGrid busy>{SkeletonCards({ count: 8 })}</CardGrid>
      ) : null}
      {list.error ? (
        <ErrorState
          title={t`The videos could not be loaded`}
          onRetry={() => void list.refresh()}
          busy={list.isBusy}
        />
      ) : null}
      {isEmpty ? (
        <EmptyState
          title={title ? t`No videos found` : t`No videos yet`}
          actions={
            <Button kind="primary" onClick={onShowAll}>
              <Trans>Show all videos</Trans>
            </Button>
          }
        >
          {title ? <Trans>Try fewer words, or browse by category.</Trans> : <Trans>Check back soon.</Trans>}
        </EmptyState>
      ) : null}
      {nextPage.error ? (
        <ErrorState title={t`More videos could not be loaded`} onRetry={loadMore.more} />
      ) : (
        <LoadMore shown={items.length} total={total} busy={nextPage.isBusy} onLoadMore={loadMore.more} />
      )}
    </section>
  )
})
