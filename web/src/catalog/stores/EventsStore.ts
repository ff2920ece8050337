import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { eventsQuery, type Filters, NO_FILTERS, type ScheduleSection } from '../filters'
import { ListsApi, PAGE_SIZE } from '../listsApi'
import type { EventItem } from '../model'

/** How many games stand beside a text. */
const NEXT_COUNT = 5

/** The list of events: one part of the schedule, narrowed by filters, page after page. */
export class EventsStore {
  readonly events = new PaginatedList<EventItem>()
  /** What is on, and what comes first after it. */
  readonly next = new AsyncValue<EventItem[]>()
  private section: ScheduleSection | null = null

  constructor(private readonly api: ListsApi) {}

  /** Shows the first page of what is asked for. Another part starts with an empty list. */
  async load(part: ScheduleSection, filters: Filters): Promise<void> {
    if (part !== this.section) this.events.clear()
    this.section = part
    const query = { ...eventsQuery(part, filters), limit: PAGE_SIZE }
    await this.events.load((offset, signal) => this.api.events({ ...query, offset }, signal))
  }

  async loadNext(): Promise<void> {
    const query = { ...eventsQuery('/schedule', NO_FILTERS), limit: NEXT_COUNT }
    await this.next.load(async signal => (await this.api.events(query, signal)).items)
  }

  /** Asks again for the list that is shown. */
  refresh(): void {
    void this.events.refresh()
  }

  languageChanged(): void {
    for (const store of this.values) void store.reload()
  }

  reset(): void {
    for (const store of this.values) store.clear()
    this.section = null
  }

  private get values() {
    return [this.events, this.next]
  }
}

export const eventsStore = (api: Api) => new EventsStore(new ListsApi(api))
