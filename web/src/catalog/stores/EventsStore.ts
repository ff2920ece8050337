import { Latest } from '@/shared/stores/Latest'
import { Pages } from '@/shared/stores/Pages'
import { eventsQuery, type Filters, NO_FILTERS, type Part } from '../filters'
import { type ListsApi, PAGE_SIZE } from '../listsApi'
import type { EventItem } from '../model'
import type { MakeStore } from '../store'

/** How many games stand beside a text. */
const NEXT_SIZE = 5

/** The list of events: one part of the schedule, narrowed by filters, page after page. */
export class EventsStore {
  readonly games = new Pages<EventItem>()
  /** What is on, and what comes first after it. */
  readonly next = new Latest<EventItem[]>()
  private part: Part | null = null

  constructor(private readonly api: ListsApi) {}

  /** Shows the first page of what is asked for. Another part starts with an empty list. */
  async load(part: Part, filters: Filters): Promise<void> {
    if (part !== this.part) this.games.clear()
    this.part = part
    const query = { ...eventsQuery(part, filters), limit: PAGE_SIZE }
    await this.games.load((offset, signal) => this.api.events({ ...query, offset }, signal))
  }

  async loadNext(): Promise<void> {
    const query = { ...eventsQuery('/schedule', NO_FILTERS), limit: NEXT_SIZE }
    await this.next.ask(async signal => (await this.api.events(query, signal)).items)
  }

  /** Asks again for the list that is shown. */
  refresh(): void {
    void this.games.refresh()
  }

  languageChanged(): void {
    for (const asked of this.all) void asked.again()
  }

  reset(): void {
    for (const asked of this.all) asked.clear()
    this.part = null
  }

  private get all() {
    return [this.games, this.next]
  }
}

export const eventsStore: MakeStore<EventsStore> = api => new EventsStore(api)
