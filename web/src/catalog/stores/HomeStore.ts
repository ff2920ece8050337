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

/** A row of games on the home page: those in one state, or the newest of one category. */
export interface EventRail {
  status: RailStatus
  category: { id: number; name: string } | null
  events: EventItem[]
  total: number
}

/** How many games a rail shows. */
export const RAIL_SIZE = 12
/** What a team plays in a season fits into one answer, so that its record can be told. */
const SEASON_SIZE = 60
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

/** Games whose time has come: those whose stream is there, and those that wait for it. */
function isDueOrLive(games: EventItem[]) {
  const part = (items: EventItem[]) => ({ items, total: items.length })
  return { live: part(games.filter(isOnAir)), due: part(games.filter(game => !isOnAir(game))) }
}

/** The rails of the home page: games by state and by category, films of the library; and whose teams it shows. */
export class HomeStore {
  readonly eventRails = new AsyncValue<EventRail[]>()
  readonly libraryRails = new AsyncValue<LibraryRail[]>()
  /** The newest films, for channels whose home page ends with the library. */
  readonly newestItems = new AsyncValue<LibraryItem[]>()
  /** The teams of the school whose page it is. */
  readonly teams = new AsyncValue<Participant[]>()

  private subjectKey: string | null = null
  /** The address whose rails `eventRails` holds. */
  private loadedPath: string | null = null
  private school: string | null = null

  constructor(private readonly api: ListsApi) {}

  /**
   * Another school's or team's games are not shown under this one's name, not even for a moment.
   *
   * Another category's stay until these are there, so that the page does not blink; where these do not come
   * they go as well, for the page would give them out for what was pressed.
   */
  async loadEvents(filters: Filters): Promise<void> {
    const narrowed = isNarrowed(filters)
    const whose = narrowed ? filteredPath('/', { ...filters, category_id: null }) : null
    if (whose !== this.subjectKey) this.eventRails.clear()
    this.subjectKey = whose
    const path = filteredPath('/', filters)
    await this.eventRails.load(async signal => {
      try {
        const rails = await (narrowed
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

  /** The teams of a school, by its alias or name; once, while it stays the same. */
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

  /** Asks again for the games that are shown. */
  refresh(): void {
    void this.eventRails.reload()
  }

  languageChanged(): void {
    for (const path of this.values) void path.reload()
  }

  reset(): void {
    for (const path of this.values) path.clear()
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

  /** A school's or a team's games, state by state: the homepage call knows categories alone. */
  private async fetchSubjectEvents(filters: Filters, signal: AbortSignal): Promise<EventRail[]> {
    const ofOneTeam = Boolean(filters.team || filters.participant_id)
    const pages = await Promise.all(
      STATUSES.map(status => {
        const limit = ofOneTeam && status === 'finished' ? SEASON_SIZE : RAIL_SIZE
        const path = eventsQuery(SECTION_OF_STATUS[status], filters)
        return this.api.events({ ...path, stream_status: [status], on_air: undefined, limit }, signal)
      }),
    )
    const [live, upcoming, finished] = pages
    const parts = { ...isDueOrLive(live?.items ?? []), upcoming, finished }
    return RAIL_STATUSES.flatMap(status => {
      const page = parts[status]
      return page && page.items.length > 0
        ? [{ status, category: null, events: page.items, total: page.total }]
        : []
    })
  }
}
