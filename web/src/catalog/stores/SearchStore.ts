import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { CatalogApi } from '../api'
import type { SearchResult } from '../model'

/** Search results and their search text. */
export type SearchResultWithQuery = SearchResult & { query: string }

/** The latest results of the site's search. They stay while a newer search runs. */
export class SearchStore {
  readonly results = new AsyncValue<SearchResultWithQuery>()

  constructor(private readonly api: CatalogApi) {}

  /** Search for a text. An empty text clears the results. */
  async search(text: string): Promise<void> {
    if (!text) return this.results.clear()
    await this.results.load(async signal => ({ query: text, ...(await this.api.search(text, signal)) }))
  }

  /** Return the number of results. */
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
