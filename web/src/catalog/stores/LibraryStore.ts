import { computed, makeObservable } from 'mobx'
import { Latest } from '@/shared/stores/Latest'
import { type CatalogApi, PAGE_SIZE } from '../api'
import type { LibraryCategory, LibraryItem, LibraryRail, PageOf } from '../model'

/** What part of the library is shown: a search goes before a category. */
export interface LibraryAsk {
  title: string
  categoryId: number | null
}

/** The on-demand library: rails, categories, and a list by category or by words of the title. */
export class LibraryStore {
  readonly rails = new Latest<LibraryRail[]>()
  readonly categories = new Latest<LibraryCategory[]>()
  readonly list = new Latest<PageOf<LibraryItem>>()
  readonly following = new Latest<PageOf<LibraryItem>>()
  private question: LibraryAsk = { title: '', categoryId: null }

  constructor(private readonly api: CatalogApi) {
    makeObservable(this, { items: computed, total: computed })
  }

  get items(): readonly LibraryItem[] {
    return this.list.value?.items ?? []
  }

  get total(): number {
    return this.list.value?.total ?? 0
  }

  async loadRails(): Promise<void> {
    await this.rails.ask(signal => this.api.libraryRails(signal))
  }

  async loadCategories(): Promise<void> {
    await this.categories.ask(signal => this.api.libraryCategories(signal))
  }

  async load(question: LibraryAsk): Promise<void> {
    this.question = question
    this.following.clear()
    await this.list.ask(signal => this.page(0, signal))
  }

  async more(): Promise<void> {
    const shown = this.list.value
    if (!shown || this.following.busy) return
    await this.following.ask(signal => this.page(shown.items.length, signal))
    const next = this.following.value
    if (!next || this.following.error || this.list.value !== shown) return
    await this.list.ask(async () => ({ items: [...shown.items, ...next.items], total: next.total }))
  }

  async retry(): Promise<void> {
    await this.load(this.question)
  }

  reset(): void {
    this.rails.clear()
    this.categories.clear()
    this.list.clear()
    this.following.clear()
  }

  private page(offset: number, signal: AbortSignal): Promise<PageOf<LibraryItem>> {
    const { title, categoryId } = this.question
    if (title) return this.api.searchLibrary(title, offset, signal)
    const query = { category_id: categoryId, sort_field: 'date', limit: PAGE_SIZE, offset }
    return this.api.libraryItems(query, signal)
  }
}
