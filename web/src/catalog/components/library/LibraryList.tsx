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
  /** The words of a search; empty when there is none. */
  title: string
  /** The name of the chosen category. */
  category: string | null
  onAll: () => void
}

/** Films as a grid: all of them, those of a category, or what a search found. They are drawn when their turn comes. */
export const LibraryList = observer(function LibraryList({ title, category, onAll }: Props) {
  const { t, i18n } = useLingui()
  const list = useCatalog().resolve(libraryItemsStore).list
  const { total, nextPage: following } = list
  const items = useStaggeredList(list.items)
  const coming = items.length === 0 && list.items.length > 0
  const next = useLoadMore<HTMLElement>(items.length, () => list.loadMore())
  const heading = title ? t`Results for “${title}”` : (category ?? t`All videos`)
  const empty = list.loaded && total === 0 && !list.busy && !list.error
  return (
    <section className="section" ref={next.list} aria-busy={list.busy || undefined}>
      <div className="section-head">
        <h2 className="display h3 rail-head">{heading}</h2>
        <span className="count" role="status">
          {list.loaded ? i18n.number(total) : null}
        </span>
      </div>
      {items.length > 0 ? (
        <CardGrid>
          {items.map(item => (
            <LibraryCard key={item.id} item={item} />
          ))}
        </CardGrid>
      ) : null}
      {coming || (list.busy && !list.loaded) ? <CardGrid busy>{SkeletonCards({ count: 8 })}</CardGrid> : null}
      {list.error ? (
        <ErrorState
          title={t`The videos could not be loaded`}
          onRetry={() => void list.refresh()}
          busy={list.busy}
        />
      ) : null}
      {empty ? (
        <EmptyState
          title={title ? t`No videos found` : t`No videos yet`}
          actions={
            <Button kind="primary" onClick={onAll}>
              <Trans>Show all videos</Trans>
            </Button>
          }
        >
          {title ? <Trans>Try fewer words, or browse by category.</Trans> : <Trans>Check back soon.</Trans>}
        </EmptyState>
      ) : null}
      {following.error ? (
        <ErrorState title={t`More videos could not be loaded`} onRetry={next.more} />
      ) : (
        <LoadMore shown={items.length} total={total} busy={following.busy} onLoadMore={next.more} />
      )}
    </section>
  )
})
