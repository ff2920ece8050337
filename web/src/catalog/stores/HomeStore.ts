import { Latest } from '@/shared/stores/Latest'
import type { CatalogApi } from '../api'
import { eventsQuery, NO_FILTERS, type Part } from '../filters'
import type { EventItem, HomeRail, LibraryItem, LibraryRail, StreamStatus } from '../model'

/** The home page narrowed to a school, a team or a category; all null shows everything. */
export interface HomeFocus {
  school: string | null
  team: string | null
  category_id: string | null
}

/** A row of games on the home page. */
export interface GamesRail {
  status: StreamStatus
  events: EventItem[]
  total: number
}

const RAIL_SIZE = 12
const PART_OF: Record<StreamStatus, Part> = { live: '/live', upcoming: '/upcoming', finished: '/vod' }
const STATUSES: readonly StreamStatus[] = ['live', 'upcoming', 'finished']

const fromHomepage = (rails: HomeRail[]): GamesRail[] =>
  rails
    .filter(rail => rail.kind !== 'category')
    .map(({ stream_status, events, total }) => ({ status: stream_status, events, total }))

/** The rails of the home page: games by state, films of the library. */
export class HomeStore {
  readonly games = new Latest<GamesRail[]>()
  readonly films = new Latest<LibraryRail[]>()
  /** The newest films, for channels whose home page ends with the library. */
  readonly newest = new Latest<LibraryItem[]>()

  private whose: string | null = null

  constructor(private readonly api: CatalogApi) {}

  /** Another school's or team's games are not shown under this one's name, not even for a moment. */
  async loadGames(focus: HomeFocus): Promise<void> {
    const whose = focus.school ?? focus.team
    if (whose !== this.whose) this.games.clear()
    this.whose = whose
    await this.games.ask(signal =>
      focus.school || focus.team ? this.gamesOf(focus, signal) : this.allGames(focus, signal),
    )
  }

  async loadFilms(): Promise<void> {
    await this.films.ask(signal => this.api.libraryRails(signal))
  }

  async loadNewest(): Promise<void> {
    const query = { sort_field: 'date', limit: RAIL_SIZE }
    await this.newest.ask(async signal => (await this.api.libraryItems(query, signal)).items)
  }

  reset(): void {
    this.games.clear()
    this.films.clear()
    this.newest.clear()
  }

  private async allGames({ category_id }: HomeFocus, signal: AbortSignal): Promise<GamesRail[]> {
    return fromHomepage(await this.api.homeRails(Number(category_id ?? 0), signal))
  }

  /** A school's or a team's games, state by state: the homepage call knows categories alone. */
  private async gamesOf(focus: HomeFocus, signal: AbortSignal): Promise<GamesRail[]> {
    const filters = { ...NO_FILTERS, ...focus }
    const pages = await Promise.all(
      STATUSES.map(status =>
        this.api.events({ ...eventsQuery(PART_OF[status], filters), limit: RAIL_SIZE }, signal),
      ),
    )
    const rails = pages.map(({ items, total }, index) => ({ status: STATUSES[index], events: items, total }))
    return rails.filter((rail): rail is GamesRail => rail.status !== undefined && rail.events.length > 0)
  }
}
