import { Latest } from '@/shared/stores/Latest'
import { Pages } from '@/shared/stores/Pages'
import { type CatalogApi, PAGE_SIZE } from '../api'
import { eventsQuery, type Filters, type Part } from '../filters'
import type { EventItem, Participant } from '../model'

/** The list of events: one part of the schedule, narrowed by filters, page after page. */
export class EventsStore {
  readonly games = new Pages<EventItem>()
  readonly teams = new Latest<Participant[]>()
  private part: Part | null = null

  constructor(private readonly api: CatalogApi) {}

  /** Shows the first page of what is asked for. Another part starts with an empty list. */
  async load(part: Part, filters: Filters): Promise<void> {
    if (part !== this.part) this.games.clear()
    this.part = part
    const query = { ...eventsQuery(part, filters), limit: PAGE_SIZE }
    await this.games.load((offset, signal) => this.api.events({ ...query, offset }, signal))
  }

  /** The teams to filter by, once. */
  async loadTeams(): Promise<void> {
    if (!this.teams.value && !this.teams.busy) await this.teams.ask(signal => this.api.participants(signal))
  }

  reset(): void {
    this.games.clear()
    this.teams.clear()
    this.part = null
  }
}
