import { computed, makeObservable } from 'mobx'
import { AsyncValue } from './AsyncValue'

export interface Page<Item> {
  items: Item[]
  /** How many there are on all pages. */
  total: number
}

/** Asks for the page that follows the first `offset` things. */
type FetchPage<Item> = (offset: number, signal: AbortSignal) => Promise<Page<Item>>

/**
 * A long list, page after page.
 *
 * `load` says how its pages are asked for; `loadMore` and `refresh` keep to that until the next `load`.
 */
export class PaginatedList<Item> {
  /** The next page, on its way. */
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

  /** Whether there was an answer yet; it may have been empty. */
  get loaded(): boolean {
    return this.list.value !== null
  }

  /** A list is asked for that is not shown yet; looking again at the one that is does not count. */
  get busy(): boolean {
    return this.list.busy
  }

  get error(): unknown {
    return this.list.error ?? this.refreshed.error
  }

  /** Shows the first page of another list; until it is there the last one stays. */
  async load(ask: FetchPage<Item>): Promise<void> {
    this.fetchPage = ask
    this.nextPage.clear()
    this.refreshed.clear()
    await this.list.load(signal => ask(0, signal))
  }

  /** Appends the next page; not to a list that is about to be replaced by another. */
  async loadMore(): Promise<void> {
    const { fetchPage: ask } = this
    const shown = this.list.value
    if (!ask || !shown || this.list.busy || this.nextPage.busy) return
    await this.nextPage.load(signal => ask(shown.items.length, signal))
    const next = this.nextPage.value
    if (!next || this.nextPage.error || this.list.value !== shown) return
    this.list.update(() => ({ items: [...shown.items, ...next.items], total: next.total }))
  }

  /** Asks again for as much as is shown. A page on its way goes before: it would be lost. */
  async refresh(): Promise<void> {
    const { fetchPage: ask } = this
    const shown = this.list.value
    if (!ask || this.list.busy || this.nextPage.busy || this.refreshed.busy) return
    if (!shown || this.list.error) return this.load(ask)
    await this.refreshed.load(signal => fetchUpTo(shown.items.length, ask, signal))
    const fresh = this.refreshed.value
    if (!fresh || this.refreshed.error || this.nextPage.busy || this.list.value !== shown) return
    this.list.update(() => fresh)
  }

  /** Asks again for as much as is shown, whatever is on its way: that was asked for in another language. */
  async reload(): Promise<void> {
    if (this.list.busy) return this.list.reload()
    for (const latest of [this.nextPage, this.refreshed]) latest.clear()
    await this.refresh()
  }

  clear(): void {
    this.fetchPage = null
    for (const latest of [this.list, this.nextPage, this.refreshed]) latest.clear()
  }
}

/** The pages that hold the first `count` things, as one. */
async function fetchUpTo<Item>(
  count: number,
  ask: FetchPage<Item>,
  signal: AbortSignal,
): Promise<Page<Item>> {
  let { items, total } = await ask(0, signal)
  while (items.length < Math.min(count, total)) {
    const next = await ask(items.length, signal)
    if (next.items.length === 0) break
    items = [...items, ...next.items]
    total = next.total
  }
  return { items, total }
}
