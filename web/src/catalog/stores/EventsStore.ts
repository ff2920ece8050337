import { computed, makeObservable } from 'mobx'
import { Latest } from '@/shared/stores/Latest'
import { type CatalogApi, PAGE_SIZE } from '../api'
import { eventsQuery, type Filters, type Part } from '../filters'
import type { EventItem, PageOf, Participant } from '../model'

interface Question {
  part: Part
  filters: Filters
}

/** The list of events: one part of the schedule, narrowed by filters, page after page. */
export class EventsStore {
  readonly list = new Latest<PageOf<EventItem>>()
  readonly following = new Latest<PageOf<EventItem>>()
  readonly teams = new Latest<Participant[]>()
  private question: Question | null = null

  constructor(private readonly api: CatalogApi) {
    makeObservable(this, { items: computed, total: computed })
  }

  get items(): readonly EventItem[] {
    return this.list.value?.items ?? []
  }

  get total(): number {
    return this.list.value?.total ?? 0
  }

  /** Shows the first page of what is asked for. Another part starts with an empty list. */
  async load(part: Part, filters: Filters): Promise<void> {
    if (part !== this.question?.part) this.list.clear()
    this.question = { part, filters }
    this.following.clear()
    await this.list.ask(signal => this.page(0, signal))
  }

  /** Appends the next page. */
  async more(): Promise<void> {
    const shown = this.list.value
    if (!shown || this.following.busy) return
    await this.following.ask(signal => this.page(shown.items.length, signal))
    const next = this.following.value
    if (!next || this.following.error || this.list.value !== shown) return
    await this.list.ask(async () => ({ items: [...shown.items, ...next.items], total: next.total }))
  }

  /** Asks again what was asked last. */
  async retry(): Promise<void> {
    if (this.question) await this.load(this.question.part, this.question.filters)
  }

  /** The teams to filter by, once. */
  async loadTeams(): Promise<void> {
    if (!this.teams.value && !this.teams.busy) await this.teams.ask(signal => this.api.participants(signal))
  }

  reset(): void {
    this.list.clear()
    this.following.clear()
    this.teams.clear()
    this.question = null
  }

  private page(offset: number, signal: AbortSignal): Promise<PageOf<EventItem>> {
    if (!this.question) return Promise.resolve({ items: [], total: 0 })
    const { part, filters } = this.question
    return this.api.events({ ...eventsQuery(part, filters), limit: PAGE_SIZE, offset }, signal)
  }
}
