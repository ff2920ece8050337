import type { PaginatedList } from '@/shared/stores/PaginatedList'

/** Return a list as the source of `Loaded`. */
export const listSource = <Item>(list: PaginatedList<Item>) => ({
  value: list.isLoaded ? list.items : null,
  error: list.error,
  isBusy: list.isBusy,
})
