import { makeObservable, observable, runInAction } from 'mobx'
import type { Api, Query } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { EntriesApi, type Entry } from '@/shared/studio/entries'
import { createKey } from '@/shared/studio/localizedText'
import type { Participant } from '../../model'
import { ScheduleApi, type StudioEvent } from '../../scheduleApi'

const PAGE_SIZE = 50

/** The sections whose entries the form of an event can create. */
export type ChoiceSection = 'participants' | 'categories' | 'locations'

/** The schedule as a list and as a month, and the choices of the form of an event. */
export class ScheduleStore {
  readonly list = new PaginatedList<StudioEvent>()
  readonly month = new AsyncValue<readonly StudioEvent[]>()
  readonly teams = new AsyncValue<readonly Participant[]>()
  readonly categories = new AsyncValue<readonly Entry[]>()
  readonly locations = new AsyncValue<readonly Entry[]>()

  /** The number of choices whose creation is in progress. */
  private pendingChoices = 0

  constructor(
    readonly api: ScheduleApi,
    readonly entries: EntriesApi,
  ) {
    makeObservable<this, 'pendingChoices'>(this, { pendingChoices: observable })
  }

  /** Whether a team, a category or a location is being created. Until then, a form of an event cannot be saved. */
  get isCreatingChoice(): boolean {
    return this.pendingChoices > 0
  }

  loadList(query: Query): Promise<void> {
    return this.list.load(async (offset, signal) => {
      const { data, meta } = await this.api.events({ ...query, limit: PAGE_SIZE, offset }, signal)
      return { items: data, total: meta.total }
    })
  }

  loadMonth(query: Query): Promise<void> {
    return this.month.load(async signal => (await this.api.events(query, signal)).data)
  }

  /** Load the visible events again, after a change. */
  async refresh(): Promise<void> {
    await Promise.all([this.list.refresh(), this.month.reload()])
  }

  /** Load the teams, categories and locations. Another room may have changed them since the last form. */
  loadChoices(): void {
    void this.teams.load(signal => this.api.teams(signal))
    for (const section of ['categories', 'locations'] as const)
      void this[section].load(async signal =>
        (await this.entries.list(section, signal)).filter(({ key }) => key),
      )
  }

  /**
   * Create a team, a category or a location that has only a name. Return its key.
   *
   * @throws HttpError if the server refuses it.
   */
  async createChoice(section: ChoiceSection, name: string): Promise<string> {
    const key = createKey(name, new Set(this.keysOf(section)))
    this.countPending(1)
    try {
      await this.entries.save(section, key, { key, name }, null)
      await (section === 'participants' ? this.teams : this[section]).reload()
      return key
    } finally {
      this.countPending(-1)
    }
  }

  /** Return the latest event of a category, whose duration, price and place a new event takes over. */
  async latestEntry(categoryId: number): Promise<Entry | null> {
    const { data } = await this.api.events({
      event_category_id: categoryId,
      sort_direction: 'desc',
      limit: 1,
    })
    return data[0] ? this.entries.get('events', data[0].key) : null
  }

  reset(): void {
    this.list.clear()
    for (const value of [this.month, this.teams, this.categories, this.locations]) value.clear()
  }

  languageChanged(): void {
    void this.list.reload()
    for (const value of [this.month, this.teams]) void value.reload()
  }

  private countPending(change: 1 | -1): void {
    runInAction(() => {
      this.pendingChoices += change
    })
  }

  private keysOf(section: ChoiceSection): readonly string[] {
    if (section === 'participants') return (this.teams.value ?? []).flatMap(({ alias }) => alias ?? [])
    return (this[section].value ?? []).map(({ key }) => key)
  }
}

export const scheduleStore = (api: Api) => new ScheduleStore(new ScheduleApi(api), new EntriesApi(api))
