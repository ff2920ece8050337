import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { CatalogApi } from '../api'
import type { SearchResult } from '../model'

/** An answer, and the words that it answers. */
export type SearchAnswer = SearchResult & { query: string }

/** What the site's search found last. While a newer question is open, the last answer stays. */
export class SearchStore {
  readonly results = new AsyncValue<SearchAnswer>()

  constructor(private readonly api: CatalogApi) {}

  /** Asks for words; without any there is nothing to find. */
  async search(words: string): Promise<void> {
    if (!words) return this.results.clear()
    await this.results.load(async signal => ({ query: words, ...(await this.api.search(words, signal)) }))
  }

  /** How many things were found. */
  get count(): number {
    const { value } = this.results
    if (!value) return 0
    return value.events.length + value.participants.length + value.groups.length + value.library.length
  }

  languageChanged(): void {
    void this.results.reload()
  }

  reset(): void {
    this.results.clear()
  }
}

export const searchStore = (api: Api): SearchStore => new SearchStore(new CatalogApi(api))
