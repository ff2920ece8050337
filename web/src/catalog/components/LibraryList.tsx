import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useListInTurn } from '@/shared/hooks/useTurn'
import { Button } from '@/shared/ui/Button'
import { CardGrid } from '@/shared/ui/Card'
import { More } from '@/shared/ui/More'
import { SkeletonCards } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { useCatalog } from '../context'
import { filmsStore } from '../stores/FilmsStore'
import { LibraryCard } from './LibraryCard'
import { useMore } from './useMore'

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
  const films = useCatalog().bring(filmsStore).list
  const { total, following } = films
  const items = useListInTurn(films.items)
  const coming = items.length === 0 && films.items.length > 0
  const next = useMore<HTMLElement>(items.length, () => films.more())
  const heading = title ? t`Found for “${title}”` : (category ?? t`All films`)
  const empty = films.loaded && total === 0 && !films.busy && !films.error
  return (
    <section className="section" ref={next.list} aria-busy={films.busy || undefined}>
      <div className="section-head">
        <h2 className="display h3 rail-head">{heading}</h2>
        <span className="count" role="status">
          {films.loaded ? i18n.number(total) : null}
        </span>
      </div>
      {items.length > 0 ? (
        <CardGrid>
          {items.map(item => (
            <LibraryCard key={item.id} item={item} />
          ))}
        </CardGrid>
      ) : null}
      {coming || (films.busy && !films.loaded) ? (
        <CardGrid busy>{SkeletonCards({ count: 8 })}</CardGrid>
      ) : null}
      {films.error ? (
        <ErrorState
          title={t`The films did not load`}
          onRetry={() => void films.refresh()}
          busy={films.busy}
        />
      ) : null}
      {empty ? (
        <EmptyState
          title={title ? t`No film is called that` : t`No films here yet`}
          actions={
            <Button kind="primary" onClick={onAll}>
              <Trans>Show all films</Trans>
            </Button>
          }
        >
          {title ? (
            <Trans>Try fewer words, or look through the shelves.</Trans>
          ) : (
            <Trans>They will stand here as soon as there are any.</Trans>
          )}
        </EmptyState>
      ) : null}
      {following.error ? (
        <ErrorState title={t`More films did not load`} onRetry={next.more} />
      ) : (
        <More shown={items.length} total={total} busy={following.busy} onMore={next.more} />
      )}
    </section>
  )
})
