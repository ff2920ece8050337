import { AsyncValue } from '@/shared/stores/AsyncValue'
import { eventsQuery, type Filters, filteredPath, isNarrowed, type ScheduleSection } from '../filters'
import type { ListsApi } from '../listsApi'
import {
  type EventItem,
  type HomeRail,
  isOnAir,
  type LibraryItem,
  type LibraryRail,
  type Participant,
  type RailStatus,
  type StreamStatus,
} from '../model'

/** A rail of events on the home page: events in one state, or the newest of one category. */
export interface EventRail {
  status: RailStatus
  category: { id: number; name: string } | null
  events: EventItem[]
  total: number
}

/** Number of events in a rail. */
export const RAIL_SIZE = 12
const SECTION_OF_STATUS: Record<StreamStatus, ScheduleSection> = {
  live: '/live',
  upcoming: '/upcoming',
  finished: '/vod',
}
const STATUSES: readonly StreamStatus[] = ['live', 'upcoming', 'finished']
const RAIL_STATUSES: readonly RailStatus[] = ['live', 'due', 'upcoming', 'finished']

const toEventRails = (rails: HomeRail[]): EventRail[] =>
  rails.map(({ kind, title, event_category_id: id, stream_status, events, total }) => ({
    status: kind === 'category' ? stream_status : kind,
    category: kind === 'category' && id !== null ? { id, name: title } : null,
    events,
    total,
  }))

/** Split the events that are due: those whose stream has started, and those that wait for it. */
function splitDueEvents(events: EventItem[]) {
  const toPage = (items: EventItem[]) => ({ items, total: items.length })
  return { live: toPage(events.filter(isOnAir)), due: toPage(events.filter(event => !isOnAir(event))) }
}

/** The rails of the home page: events by state and category, library items, and the teams of a school. */
export class HomeStore {
  readonly eventRails = new AsyncValue<EventRail[]>()
  readonly libraryRails = new AsyncValue<LibraryRail[]>()
  /** The newest library items, for channels whose home page ends with the library. */
  readonly newestItems = new AsyncValue<LibraryItem[]>()
  /** The teams of the school that filters the page. */
  readonly teams = new AsyncValue<Participant[]>()

  private subjectKey: string | null = null
  /** The path of the rails in `eventRails`. */
  private loadedPath: string | null = null
  private school: string | null = null

  constructor(private readonly api: ListsApi) {}

  /**
   * Load the events for these filters.
   *
   * When the school or team changes, the old events are removed at once: they must not appear under a wrong name.
   *
   * When only the category changes, the old events stay until the new ones have loaded, so that the page does not
   * flicker. If the request fails, they are removed too: they do not match the selected category.
   */
  async loadEvents(filters: Filters): Promise<void> {
    const isFiltered = isNarrowed(filters)
    const subjectKey = isFiltered ? filteredPath('/', { ...filters, category_id: null }) : null
    if (subjectKey !== this.subjectKey) this.eventRails.clear()
    this.subjectKey = subjectKey
    const path = filteredPath('/', filters)
    await this.eventRails.load(async signal => {
      try {
        const rails = await (isFiltered
          ? this.fetchSubjectEvents(filters, signal)
          : this.fetchAllEvents(filters, signal))
        if (!signal.aborted) this.loadedPath = path
        return rails
      } catch (error) {
        if (!signal.aborted && path !== this.loadedPath) this.eventRails.discardValue()
        throw error
      }
    })
  }

  /** Load the teams of a school by its alias or name, unless they are already loaded. */
  async loadTeams(school: string): Promise<void> {
    if (school === this.school && !this.teams.error) return
    this.school = school
    this.teams.clear()
    await this.teams.load(signal => this.api.participants(signal, school))
  }

  async loadLibrary(): Promise<void> {
    await this.libraryRails.load(signal => this.api.libraryRails(signal))
  }

  async loadNewest(): Promise<void> {
    const query = { sort_field: 'date', limit: RAIL_SIZE }
    await this.newestItems.load(async signal => (await this.api.libraryItems(query, signal)).items)
  }

  /** Load the visible events again. */
  refresh(): void {
    void this.eventRails.reload()
  }

  languageChanged(): void {
    for (const value of this.values) void value.reload()
  }

  reset(): void {
    for (const value of this.values) value.clear()
    this.subjectKey = null
    this.loadedPath = null
    this.school = null
  }

  private get values() {
    return [this.eventRails, this.libraryRails, this.newestItems, this.teams]
  }

  private async fetchAllEvents({ category_id }: Filters, signal: AbortSignal): Promise<EventRail[]> {
    return toEventRails(await this.api.homeRails(Number(category_id ?? 0), signal))
  }

  /** Load the events of a school or team for each state. The home page request only supports categories. */
  private async fetchSubjectEvents(filters: Filters, signal: AbortSignal): Promise<EventRail[]> {
    const pages = await Promise.all(
      STATUSES.map(status => {
        const query = eventsQuery(SECTION_OF_STATUS[status], filters)
        return this.api.events(
          { ...query, stream_status: [status], on_air: undefined, limit: RAIL_SIZE },
          signal,
        )
      }),
    )
    const [live, upcoming, finished] = pages
    const pagesByStatus = { ...splitDueEvents(live?.items ?? []), upcoming, finished }
    return RAIL_STATUSES.flatMap(status => {
      const page = pagesByStatus[status]
      return page && page.items.length > 0
        ? [{ status, category: null, events: page.items, total: page.total }]
        : []
    })
  }
}
