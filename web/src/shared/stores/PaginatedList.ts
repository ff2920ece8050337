import { computed, makeObservable } from 'mobx'
import { AsyncValue } from './AsyncValue'

export interface Page<Item> {
  items: Item[]
  /** Number of items on all pages. */
  total: number
}

/** Loads the page after the first `offset` items. */
type FetchPage<Item> = (offset: number, signal: AbortSignal) => Promise<Page<Item>>

/**
 * A list that loads page by page.
 *
 * `load` sets the function that loads the pages. `loadMore` and `refresh` use it until the next `load`.
 */
export class PaginatedList<Item> {
  /** The request for the next page. */
  readonly nextPage = new AsyncValue<Page<Item>>()
  private readonly list = new AsyncValue<Page<Item>>()
  private readonly refreshed = new AsyncValue<Page<Item>>()
  private fetchPage: FetchPage<Item> | null = null

  constructor() {
    makeObservable(this, { items: computed, total: computed })
  }

  get items(): readonly Item[] {
    return this.list.value?.items ?? []
  }

  get total(): number {
    return this.list.value?.total ?? 0
  }

  /** Whether a response has arrived. The list may be empty. */
  get isLoaded(): boolean {
    return this.list.value !== null
  }

  /** Whether a new list is loading. A refresh of the visible list does not count. */
  get isBusy(): boolean {
    return this.list.isBusy
  }

  get error(): unknown {
    return this.list.error ?? this.refreshed.error
  }

  /** Load the first page of another list. The current list stays until the page has loaded. */
  async load(fetchPage: FetchPage<Item>): Promise<void> {
    this.fetchPage = fetchPage
    this.nextPage.clear()
    this.refreshed.clear()
    await this.list.load(signal => fetchPage(0, signal))
  }

  /** Append the next page, unless another list is about to replace this one. */
  async loadMore(): Promise<void> {
    const { fetchPage } = this
    const current = this.list.value
    if (!fetchPage || !current || this.list.isBusy || this.nextPage.isBusy) return
    await this.nextPage.load(signal => fetchPage(current.items.length, signal))
    const next = this.nextPage.value
    if (!next || this.nextPage.error || this.list.value !== current) return
    this.list.update(() => ({ items: [...current.items, ...next.items], total: next.total }))
  }

  /** Load the visible items again. Do nothing while a page loads: the refresh would discard that page. */
  async refresh(): Promise<void> {
    const { fetchPage } = this
    const current = this.list.value
    if (!fetchPage || this.list.isBusy || this.nextPage.isBusy || this.refreshed.isBusy) return
    if (!current || this.list.error) return this.load(fetchPage)
    await this.refreshed.load(signal => fetchUpTo(current.items.length, fetchPage, signal))
    const fresh = this.refreshed.value
    if (!fresh || this.refreshed.error || this.nextPage.isBusy || this.list.value !== current) return
    this.list.update(() => fresh)
  }

  /** Load the visible items again, and abort running requests: they use another language. */
  async reload(): Promise<void> {
    if (this.list.isBusy) return this.list.reload()
    for (const request of [this.nextPage, this.refreshed]) request.clear()
    await this.refresh()
  }

  clear(): void {
    this.fetchPage = null
    for (const request of [this.list, this.nextPage, this.refreshed]) request.clear()
  }
}

/** Load the first `count` items as one page. */
async function fetchUpTo<Item>(
  count: number,
  fetchPage: FetchPage<Item>,
  signal: AbortSignal,
): Promise<Page<Item>> {
  let { items, total } = await fetchPage(0, signal)
  while (items.length < Math.min(count, total)) {
    const next = await fetchPage(items.length, signal)
    if (next.items.length === 0) break
    items = [...items, ...next.items]
    total = next.total
  }
  return { items, total }
}
