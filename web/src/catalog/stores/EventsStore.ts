import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { eventsQuery, type Filters, NO_FILTERS, type ScheduleSection } from '../filters'
import { ListsApi, PAGE_SIZE } from '../listsApi'
import type { EventItem } from '../model'

/** Number of events in the list beside a content page. */
const NEXT_COUNT = 5

/** The event list: one section of the schedule with filters, loaded page by page. */
export class EventsStore {
  readonly events = new PaginatedList<EventItem>()
  /** Live events, then the next upcoming events. */
  readonly next = new AsyncValue<EventItem[]>()
  private section: ScheduleSection | null = null

  constructor(private readonly api: ListsApi) {}

  /** Load the first page. Another section starts with an empty list. */
  async load(section: ScheduleSection, filters: Filters): Promise<void> {
    if (section !== this.section) this.events.clear()
    this.section = section
    const query = { ...eventsQuery(section, filters), limit: PAGE_SIZE }
    await this.events.load((offset, signal) => this.api.events({ ...query, offset }, signal))
  }

  async loadNext(): Promise<void> {
    const query = { ...eventsQuery('/schedule', NO_FILTERS), limit: NEXT_COUNT }
    await this.next.load(async signal => (await this.api.events(query, signal)).items)
  }

  /** Load the visible list again. */
  refresh(): void {
    void this.events.refresh()
  }

  languageChanged(): void {
    for (const value of this.values) void value.reload()
  }

  reset(): void {
    for (const value of this.values) value.clear()
    this.section = null
  }

  private get values() {
    return [this.events, this.next]
  }
}

export const eventsStore = (api: Api) => new EventsStore(new ListsApi(api))
