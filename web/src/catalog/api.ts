import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { ItemResponse, ListResponse } from '@/shared/http/session'
import { ListsApi } from './listsApi'
import type { EventItem, LibraryItem, SearchResult, Simulation, StreamStatus, StreamTest } from './model'

/** Of each kind, in the site's search. */
export const RESULTS_PER_KIND = 5
/** In the rail of what somebody follows. */
const FOLLOWED_PAGE_SIZE = 12

/** All calls of the catalogue; what the first page does not ask comes with the screens that do. */
export class CatalogApi extends ListsApi {
  /** Those of these ids that are shown here, in any order. */
  async eventsById(ids: readonly number[], signal?: AbortSignal): Promise<EventItem[]> {
    if (ids.length === 0) return []
    return (await this.events({ id: ids, limit: ids.length }, signal)).items
  }

  /** The games of the teams, schools and sports that the viewer follows. */
  async followed(
    status: readonly StreamStatus[],
    direction: 'asc' | 'desc',
    signal?: AbortSignal,
  ): Promise<EventItem[]> {
    const order = { sort_field: 'event_utc_ts', sort_direction: direction }
    const query = { stream_status: status, ...order, limit: FOLLOWED_PAGE_SIZE }
    return (
      await this.api.get<ListResponse<EventItem>>('/events/favorite', query, withoutGlobalError(signal))
    ).data
  }

  async event(id: number, signal?: AbortSignal): Promise<EventItem> {
    return (await this.api.get<ItemResponse<EventItem>>(`/events/${id}`, {}, withoutGlobalError(signal))).data
  }

  /** The showing of a recorded game as if it were live. */
  async simulation(id: number, signal?: AbortSignal): Promise<Simulation> {
    return (
      await this.api.get<ItemResponse<Simulation>>(`/events/${id}/simulation`, {}, withoutGlobalError(signal))
    ).data
  }

  /** The stream test of a game; for operators alone. */
  async streamTest(id: number, signal?: AbortSignal): Promise<StreamTest> {
    return (
      await this.api.get<ItemResponse<StreamTest>>(
        `/events/${id}/test-stream`,
        {},
        withoutGlobalError(signal),
      )
    ).data
  }

  /** Those of these ids that are shown here, in any order. */
  async libraryItemsById(ids: readonly number[], signal?: AbortSignal): Promise<LibraryItem[]> {
    if (ids.length === 0) return []
    return (await this.libraryItems({ id: ids, limit: ids.length }, signal)).items
  }

  async libraryItem(id: number, signal?: AbortSignal): Promise<LibraryItem> {
    return (
      await this.api.get<ItemResponse<LibraryItem>>(`/vod-media-items/${id}`, {}, withoutGlobalError(signal))
    ).data
  }

  /** What the site's search finds of everything. */
  async search(words: string, signal?: AbortSignal): Promise<SearchResult> {
    const query = { q: words, limit: RESULTS_PER_KIND }
    return (await this.api.get<ItemResponse<SearchResult>>('/search', query, withoutGlobalError(signal))).data
  }
}
