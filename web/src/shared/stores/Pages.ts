import { computed, makeObservable, runInAction } from 'mobx'
import { Latest } from './Latest'

export interface Page<Item> {
  items: Item[]
  /** How many there are on all pages. */
  total: number
}

/** Asks for the page that follows the first `offset` things. */
type AskPage<Item> = (offset: number, signal: AbortSignal) => Promise<Page<Item>>

/**
 * A long list, page after page.
 *
 * `load` says how its pages are asked for; `more` and `refresh` keep to that until the next `load`.
 */
export class Pages<Item> {
  /** The next page, on its way. */
  readonly following = new Latest<Page<Item>>()
  private readonly list = new Latest<Page<Item>>()
  private readonly renewed = new Latest<Page<Item>>()
  private ask: AskPage<Item> | null = null

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
    return this.list.error ?? this.renewed.error
  }

  /** Shows the first page of another list; until it is there the last one stays. */
  async load(ask: AskPage<Item>): Promise<void> {
    this.ask = ask
    this.following.clear()
    this.renewed.clear()
    await this.list.ask(signal => ask(0, signal))
  }

  /** Appends the next page; not to a list that is about to be replaced by another. */
  async more(): Promise<void> {
    const { ask } = this
    const shown = this.list.value
    if (!ask || !shown || this.list.busy || this.following.busy) return
    await this.following.ask(signal => ask(shown.items.length, signal))
    const next = this.following.value
    if (!next || this.following.error || this.list.value !== shown) return
    this.show({ items: [...shown.items, ...next.items], total: next.total })
  }

  /** Asks again for as much as is shown. A page on its way goes before: it would be lost. */
  async refresh(): Promise<void> {
    const { ask } = this
    const shown = this.list.value
    if (!ask || this.list.busy || this.following.busy || this.renewed.busy) return
    if (!shown || this.list.error) return this.load(ask)
    await this.renewed.ask(signal => asFarAs(shown.items.length, ask, signal))
    const fresh = this.renewed.value
    if (!fresh || this.renewed.error || this.following.busy || this.list.value !== shown) return
    this.show(fresh)
  }

  /** Asks again for as much as is shown, whatever is on its way: that was asked for in another language. */
  async again(): Promise<void> {
    if (this.list.busy) return this.list.again()
    for (const latest of [this.following, this.renewed]) latest.clear()
    await this.refresh()
  }

  clear(): void {
    this.ask = null
    for (const latest of [this.list, this.following, this.renewed]) latest.clear()
  }

  private show(page: Page<Item>): void {
    runInAction(() => {
      this.list.value = page
    })
  }
}

/** The pages that hold the first `count` things, as one. */
async function asFarAs<Item>(count: number, ask: AskPage<Item>, signal: AbortSignal): Promise<Page<Item>> {
  let { items, total } = await ask(0, signal)
  while (items.length < Math.min(count, total)) {
    const next = await ask(items.length, signal)
    if (next.items.length === 0) break
    items = [...items, ...next.items]
    total = next.total
  }
  return { items, total }
}
