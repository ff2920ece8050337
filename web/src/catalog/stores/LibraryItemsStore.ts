import type { Api } from '@/shared/http/session'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { ListsApi, PAGE_SIZE } from '../listsApi'
import type { LibraryItem } from '../model'

/** What part of the library is shown: a search goes before a category. */
interface LibraryQuery {
  title: string
  /** Its number or its alias. */
  category: string | null
}

/** Films of the library: all, those of a category, or what words of a title find; page after page. */
export class LibraryItemsStore {
  readonly list = new PaginatedList<LibraryItem>()

  constructor(private readonly api: ListsApi) {}

  /** Shows the first page of what is asked for. */
  async load({ title, category }: LibraryQuery): Promise<void> {
    const name = category && /^\d+$/.test(category) ? 'category_id' : 'category'
    const query = { [name]: category, sort_field: 'date', limit: PAGE_SIZE }
    await this.list.load((offset, signal) =>
      title
        ? this.api.searchLibrary(title, offset, signal)
        : this.api.libraryItems({ ...query, offset }, signal),
    )
  }

  /** Asks again for the list that is shown. */
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
