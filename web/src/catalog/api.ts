import type { Many, One } from '@/shared/http/session'
import { ListsApi, quietly } from './listsApi'
import type { EventItem, LibraryItem, SearchResult, Simulation, StreamStatus, StreamTest } from './model'

/** Of each kind, in the site's search. */
export const FOUND_OF_A_KIND = 5
/** In the rail of what somebody follows. */
const FOLLOWED_SIZE = 12

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
    const query = { stream_status: status, ...order, limit: FOLLOWED_SIZE }
    return (await this.api.get<Many<EventItem>>('/events/favorite', query, quietly(signal))).data
  }

  async event(id: number, signal?: AbortSignal): Promise<EventItem> {
    return (await this.api.get<One<EventItem>>(`/events/${id}`, {}, quietly(signal))).data
  }

  /** The showing of a recorded game as if it were live. */
  async simulation(id: number, signal?: AbortSignal): Promise<Simulation> {
    return (await this.api.get<One<Simulation>>(`/events/${id}/simulation`, {}, quietly(signal))).data
  }

  /** The stream test of a game; for operators alone. */
  async streamTest(id: number, signal?: AbortSignal): Promise<StreamTest> {
    return (await this.api.get<One<StreamTest>>(`/events/${id}/test-stream`, {}, quietly(signal))).data
  }

  /** Those of these ids that are shown here, in any order. */
  async filmsById(ids: readonly number[], signal?: AbortSignal): Promise<LibraryItem[]> {
    if (ids.length === 0) return []
    return (await this.libraryItems({ id: ids, limit: ids.length }, signal)).items
  }

  async libraryItem(id: number, signal?: AbortSignal): Promise<LibraryItem> {
    return (await this.api.get<One<LibraryItem>>(`/vod-media-items/${id}`, {}, quietly(signal))).data
  }

  /** What the site's search finds of everything. */
  async search(words: string, signal?: AbortSignal): Promise<SearchResult> {
    const query = { q: words, limit: FOUND_OF_A_KIND }
    return (await this.api.get<One<SearchResult>>('/search', query, quietly(signal))).data
  }
}
