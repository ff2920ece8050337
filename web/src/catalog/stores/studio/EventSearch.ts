import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { ScheduleApi, type StudioEvent } from '../../scheduleApi'

const LIMIT = 20

/** The choice of an event: the next ones, or those that a search finds, and the chosen one. */
export class EventSearch {
  readonly found = new AsyncValue<readonly StudioEvent[]>()
  readonly chosen = new AsyncValue<StudioEvent | null>()

  constructor(private readonly api: ScheduleApi) {}

  /** Find events by a text, latest first. Without a text, list the next ones. */
  search(text: string): Promise<void> {
    const query = text.trim() ? { q: text, sort_direction: 'desc' } : { status: 'upcoming' }
    return this.found.load(async signal => (await this.api.events({ ...query, limit: LIMIT }, signal)).data)
  }

  /** Load the event with a key, unless it is among the found ones. */
  async choose(key: string): Promise<void> {
    const known = [this.chosen.value, ...(this.found.value ?? [])].find(event => event?.key === key)
    await this.chosen.load(async signal => known ?? (await this.api.event(key, signal)))
  }

  /** The found events, and the chosen one if it is another. */
  get events(): readonly StudioEvent[] {
    const found = this.found.value ?? []
    const chosen = this.chosen.value
    return chosen && !found.some(({ key }) => key === chosen.key) ? [chosen, ...found] : found
  }
}

export const createEventSearch = (api: Api) => new EventSearch(new ScheduleApi(api))
