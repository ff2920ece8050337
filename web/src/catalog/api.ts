import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { ItemResponse, ListResponse } from '@/shared/http/session'
import { ListsApi } from './listsApi'
import type { EventItem, LibraryItem, SearchResult, Simulation, StreamStatus, StreamTest } from './model'
import type { Summary, SummaryKind } from './summary'

/** Number of search results of each kind. */
export const RESULTS_PER_KIND = 5
/** Number of events in the rail of followed teams. */
const FOLLOWED_PAGE_SIZE = 12

/** The catalog's full API client. Requests that the first page does not need load with the screens that use them. */
export class CatalogApi extends ListsApi {
  /** Return the events with these ids that are visible here, in any order. */
  async eventsById(ids: readonly number[], signal?: AbortSignal): Promise<EventItem[]> {
    if (ids.length === 0) return []
    return (await this.events({ id: ids, limit: ids.length }, signal)).items
  }

  /** Return the events of the teams, schools and sports that the viewer follows. */
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

  /** Return the events that run now, live or as a simulation: first the one that started first. */
  async running(signal?: AbortSignal): Promise<EventItem[]> {
    return (await this.api.get<ListResponse<EventItem>>('/events/running', {}, withoutGlobalError(signal)))
      .data
  }

  async event(id: number, signal?: AbortSignal): Promise<EventItem> {
    return (await this.api.get<ItemResponse<EventItem>>(`/events/${id}`, {}, withoutGlobalError(signal))).data
  }

  /** Return the simulation of a recorded event as a live event. */
  async simulation(id: number, signal?: AbortSignal): Promise<Simulation> {
    return (
      await this.api.get<ItemResponse<Simulation>>(`/events/${id}/simulation`, {}, withoutGlobalError(signal))
    ).data
  }

  /** Return a summary of an event that the viewer may watch, or null if its timeline has nothing to show. */
  async summary(
    id: number,
    query: { kind: SummaryKind; mediaId: number },
    signal?: AbortSignal,
  ): Promise<Summary | null> {
    const params = { kind: query.kind, media_id: query.mediaId }
    const path = `/events/${id}/summary`
    return (await this.api.get<ItemResponse<Summary | null>>(path, params, withoutGlobalError(signal))).data
  }

  /** Return the stream test of an event. Only operators may read it. */
  async streamTest(id: number, signal?: AbortSignal): Promise<StreamTest> {
    return (
      await this.api.get<ItemResponse<StreamTest>>(
        `/events/${id}/test-stream`,
        {},
        withoutGlobalError(signal),
      )
    ).data
  }

  /** Return the library items with these ids that are visible here, in any order. */
  async libraryItemsById(ids: readonly number[], signal?: AbortSignal): Promise<LibraryItem[]> {
    if (ids.length === 0) return []
    return (await this.libraryItems({ id: ids, limit: ids.length }, signal)).items
  }

  async libraryItem(id: number, signal?: AbortSignal): Promise<LibraryItem> {
    return (
      await this.api.get<ItemResponse<LibraryItem>>(`/vod-media-items/${id}`, {}, withoutGlobalError(signal))
    ).data
  }

  /** Search the whole site. */
  async search(text: string, signal?: AbortSignal): Promise<SearchResult> {
    const query = { q: text, limit: RESULTS_PER_KIND }
    return (await this.api.get<ItemResponse<SearchResult>>('/search', query, withoutGlobalError(signal))).data
  }
}
