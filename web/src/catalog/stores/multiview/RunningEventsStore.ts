import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { CatalogApi } from '../../api'
import type { EventItem } from '../../model'

/** The games that run now. */
export class RunningEventsStore {
  readonly events = new AsyncValue<EventItem[]>()

  constructor(private readonly api: Pick<CatalogApi, 'running'>) {}

  async load(): Promise<void> {
    await this.events.load(signal => this.api.running(signal))
  }

  languageChanged(): void {
    void this.events.reload()
  }

  reset(): void {
    this.events.clear()
  }
}

export const runningEventsStore = (api: Api): RunningEventsStore =>
  new RunningEventsStore(new CatalogApi(api))
