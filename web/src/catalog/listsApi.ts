import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse, Query } from '@/shared/http/session'
import type { Page } from '@/shared/stores/PaginatedList'
import type { EventItem, HomeRail, LibraryCategory, LibraryItem, LibraryRail, Participant } from './model'

export const PAGE_SIZE = 20
/** §9: page size of the VOD search. */
export const SEARCH_SIZE = 10

const toPage = <Item>({ data, meta }: ListResponse<Item>): Page<Item> => ({ items: data, total: meta.total })

/**
 * The catalog's API client for lists (§7, "Events", "Participants", "On-demand media"). It has the requests of the
 * first page and of long lists.
 */
export class ListsApi {
  constructor(protected readonly api: Api) {}

  async events(query: Query, signal?: AbortSignal): Promise<Page<EventItem>> {
    return toPage(await this.api.get<ListResponse<EventItem>>('/events', query, withoutGlobalError(signal)))
  }

  /** Return the rails of the home page. Category 0 means all categories. */
  async homeRails(categoryId: number, signal?: AbortSignal): Promise<HomeRail[]> {
    const query = { event_category_id: categoryId }
    return (
      await this.api.get<ItemResponse<HomeRail[]>>('/events-for-homepage', query, withoutGlobalError(signal))
    ).data
  }

  /** Return all teams, or those of one school (its alias or name). */
  async participants(signal?: AbortSignal, school: string | null = null): Promise<Participant[]> {
    const query = { group: school, no_limit: 1, sort_field: 'name' }
    return (await this.api.get<ListResponse<Participant>>('/participants', query, withoutGlobalError(signal)))
      .data
  }

  async libraryRails(signal?: AbortSignal): Promise<LibraryRail[]> {
    return (
      await this.api.get<ItemResponse<LibraryRail[]>>(
        '/vod-media-rails',
        { no_limit: 1 },
        withoutGlobalError(signal),
      )
    ).data
  }

  async libraryCategories(signal?: AbortSignal): Promise<LibraryCategory[]> {
    return (
      await this.api.get<ItemResponse<LibraryCategory[]>>(
        '/vod-media-categories',
        { no_limit: 1 },
        withoutGlobalError(signal),
      )
    ).data
  }

  async libraryItems(query: Query, signal?: AbortSignal): Promise<Page<LibraryItem>> {
    return toPage(
      await this.api.get<ListResponse<LibraryItem>>('/vod-media-items', query, withoutGlobalError(signal)),
    )
  }

  /** Return library items whose title contains the text, newest first. */
  async searchLibrary(title: string, offset: number, signal?: AbortSignal): Promise<Page<LibraryItem>> {
    const query = { title, limit: SEARCH_SIZE, offset, sort_field: 'date' }
    return toPage(
      await this.api.get<ListResponse<LibraryItem>>('/vod-media/search', query, withoutGlobalError(signal)),
    )
  }
}
