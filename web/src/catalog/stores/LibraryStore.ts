import { Latest } from '@/shared/stores/Latest'
import { Pages } from '@/shared/stores/Pages'
import { type ListsApi, PAGE_SIZE } from '../listsApi'
import type { LibraryCategory, LibraryItem, LibraryRail } from '../model'

/** What part of the library is shown: a search goes before a category. */
interface LibraryAsk {
  title: string
  /** Its number or its alias. */
  category: string | null
}

/** The on-demand library: rails, categories, and a list by category or by words of the title. */
export class LibraryStore {
  readonly rails = new Latest<LibraryRail[]>()
  readonly categories = new Latest<LibraryCategory[]>()
  readonly films = new Pages<LibraryItem>()

  constructor(private readonly api: ListsApi) {}

  async loadRails(): Promise<void> {
    await this.rails.ask(signal => this.api.libraryRails(signal))
  }

  async loadCategories(): Promise<void> {
    await this.categories.ask(signal => this.api.libraryCategories(signal))
  }

  async load({ title, category }: LibraryAsk): Promise<void> {
    const name = category && /^\d+$/.test(category) ? 'category_id' : 'category'
    const query = { [name]: category, sort_field: 'date', limit: PAGE_SIZE }
    await this.films.load((offset, signal) =>
      title
        ? this.api.searchLibrary(title, offset, signal)
        : this.api.libraryItems({ ...query, offset }, signal),
    )
  }

  /** Asks again for the list that is shown. */
  refresh(): void {
    void this.films.refresh()
  }

  languageChanged(): void {
    for (const asked of this.all) void asked.again()
  }

  reset(): void {
    for (const asked of this.all) asked.clear()
  }

  private get all() {
    return [this.rails, this.categories, this.films]
  }
}
