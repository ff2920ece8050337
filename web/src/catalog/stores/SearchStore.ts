import type { Shell } from '@/shared/shell'
import { Latest } from '@/shared/stores/Latest'
import { CatalogApi } from '../api'
import type { ListsApi } from '../listsApi'
import type { SearchResult } from '../model'

/** An answer, and the words that it answers. */
export type Found = SearchResult & { words: string }

/** What the site's search found last. While a newer question is open, the last answer stays. */
export class SearchStore {
  readonly found = new Latest<Found>()

  constructor(private readonly api: CatalogApi) {}

  /** Asks for words; without any there is nothing to find. */
  async ask(words: string): Promise<void> {
    if (!words) return this.found.clear()
    await this.found.ask(async signal => ({ words, ...(await this.api.search(words, signal)) }))
  }

  /** How many things were found. */
  get count(): number {
    const { value } = this.found
    if (!value) return 0
    return value.events.length + value.participants.length + value.groups.length + value.library.length
  }

  languageChanged(): void {
    void this.found.again()
  }

  reset(): void {
    this.found.clear()
  }
}

export const searchStore = (_: ListsApi, { api }: Shell): SearchStore => new SearchStore(new CatalogApi(api))
