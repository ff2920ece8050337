import type { Api } from '@/shared/http/session'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { ListsApi, PAGE_SIZE } from '../listsApi'
import type { LibraryItem } from '../model'

/** The part of the library to show. A search takes precedence over a category. */
interface LibraryQuery {
  title: string
  /** Id or alias of the category. */
  category: string | null
}

/** Library items: all, one category, or the results of a title search, loaded page by page. */
export class LibraryItemsStore {
  readonly list = new PaginatedList<LibraryItem>()

  constructor(private readonly api: ListsApi) {}

  /** Load the first page. */
  async load({ title, category }: LibraryQuery): Promise<void> {
    const paramName = category && /^\d+$/.test(category) ? 'category_id' : 'category'
    const query = { [paramName]: category, sort_field: 'date', limit: PAGE_SIZE }
    await this.list.load((offset, signal) =>
      title
        ? this.api.searchLibrary(title, offset, signal)
        : this.api.libraryItems({ ...query, offset }, signal),
    )
  }

  /** Load the visible list again. */
  refresh(): void {
    void this.list.refresh()
  }

  languageChanged(): void {
    void this.list.reload()
  }

  reset(): void {
    this.list.clear()
  }
}

export const libraryItemsStore = (api: Api) => new LibraryItemsStore(new ListsApi(api))
