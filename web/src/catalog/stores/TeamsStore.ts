import { AsyncValue } from '@/shared/stores/AsyncValue'
import type { ListsApi } from '../listsApi'
import type { Participant } from '../model'

/** The channel's teams, to filter by and to find one of them. */
export class TeamsStore {
  readonly list = new AsyncValue<Participant[]>()

  constructor(private readonly api: ListsApi) {}

  /** Once. */
  async load(): Promise<void> {
    if (!this.list.value && !this.list.busy) await this.list.load(signal => this.api.participants(signal))
  }

  languageChanged(): void {
    void this.list.reload()
  }

  reset(): void {
    this.list.clear()
  }
}
