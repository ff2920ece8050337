import { AsyncValue } from '@/shared/stores/AsyncValue'
import type { ListsApi } from '../listsApi'
import type { Participant } from '../model'

/** The channel's teams, for filters and search. */
export class TeamsStore {
  readonly list = new AsyncValue<Participant[]>()

  constructor(private readonly api: ListsApi) {}

  /** Load the teams, unless they are loaded or loading. */
  async load(): Promise<void> {
    if (!this.list.value && !this.list.isBusy) await this.list.load(signal => this.api.participants(signal))
  }

  languageChanged(): void {
    void this.list.reload()
  }

  reset(): void {
    this.list.clear()
  }
}
