import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { PaginatedList } from '@/shared/stores/PaginatedList'
import { LoadMore } from '@/shared/ui/LoadMore'
import { Loaded } from './Loaded'

interface Props<Item> {
  list: PaginatedList<Item>
  errorTitle: string
  onRetry: () => void
  /** Shown instead of a list without items. */
  empty: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** A list that loads page by page: placeholder lines, the error, the empty state, or the items and more of them. */
export const PagedList = observer(function PagedList<Item>({ list, empty, children, ...rest }: Props<Item>) {
  const { items, total, error, isBusy, nextPage } = list
  return (
    <Loaded source={{ value: list.isLoaded ? items : null, error, isBusy }} {...rest}>
      {items =>
        items.length ? (
          <>
            {children(items)}
            <LoadMore
              shown={items.length}
              total={total}
              busy={nextPage.isBusy}
              onLoadMore={() => void list.loadMore()}
            />
          </>
        ) : (
          empty
        )
      }
    </Loaded>
  )
}) as <Item>(props: Props<Item>) => ReactNode
