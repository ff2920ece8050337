import type { Api, CallOptions, Many, One, Query } from '@/shared/http/session'
import type { Page } from '@/shared/stores/Pages'
import type {
  EventItem,
  HomeRail,
  LibraryCategory,
  LibraryItem,
  LibraryRail,
  Participant,
  SearchResult,
  Simulation,
  StreamStatus,
} from './model'

export const PAGE_SIZE = 20
/** §9: VOD search page size. */
export const SEARCH_SIZE = 10
/** In the rail of what somebody follows. */
const FOLLOWED_SIZE = 12

/** Screens of this context show their own errors: no global notice. */
const quietly = (signal?: AbortSignal): CallOptions => ({ signal, crash: [] })

const pageOf = <Item>({ data, meta }: Many<Item>): Page<Item> => ({ items: data, total: meta.total })

/** Of each kind, in the site's search. */
export const FOUND_OF_A_KIND = 5

/** The calls of the catalogue (§7, "Events", "Participants", "On-demand media"). */
export class CatalogApi {
  constructor(private readonly api: Api) {}

  async events(query: Query, signal?: AbortSignal): Promise<Page<EventItem>> {
    return pageOf(await this.api.get<Many<EventItem>>('/events', query, quietly(signal)))
  }

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

  /** The rails of the home page; category 0 is All. */
  async homeRails(categoryId: number, signal?: AbortSignal): Promise<HomeRail[]> {
    const query = { event_category_id: categoryId }
    return (await this.api.get<One<HomeRail[]>>('/events-for-homepage', query, quietly(signal))).data
  }

  /** Every team, or those of one school (its alias or name). */
  async participants(signal?: AbortSignal, school: string | null = null): Promise<Participant[]> {
    const query = { group: school, no_limit: 1, sort_field: 'name' }
    return (await this.api.get<Many<Participant>>('/participants', query, quietly(signal))).data
  }

  async libraryRails(signal?: AbortSignal): Promise<LibraryRail[]> {
    return (await this.api.get<One<LibraryRail[]>>('/vod-media-rails', { no_limit: 1 }, quietly(signal))).data
  }

  async libraryCategories(signal?: AbortSignal): Promise<LibraryCategory[]> {
    return (
      await this.api.get<One<LibraryCategory[]>>('/vod-media-categories', { no_limit: 1 }, quietly(signal))
    ).data
  }

  async libraryItems(query: Query, signal?: AbortSignal): Promise<Page<LibraryItem>> {
    return pageOf(await this.api.get<Many<LibraryItem>>('/vod-media-items', query, quietly(signal)))
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

  /** Films whose title holds these letters, newest first. */
  async searchLibrary(title: string, offset: number, signal?: AbortSignal): Promise<Page<LibraryItem>> {
    const query = { title, limit: SEARCH_SIZE, offset, sort_field: 'date' }
    return pageOf(await this.api.get<Many<LibraryItem>>('/vod-media/search', query, quietly(signal)))
  }
}
