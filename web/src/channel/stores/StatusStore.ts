import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { StatusApi, type StatusPage } from '../statusApi'

/** The public status page of the channel. */
export class StatusStore {
  readonly page = new AsyncValue<StatusPage>()

  constructor(private readonly api: StatusApi) {}

  load(): Promise<void> {
    return this.page.load(signal => this.api.page(signal))
  }

  languageChanged(): void {
    void this.page.reload()
  }
}

export const statusStore = (api: Api) => new StatusStore(new StatusApi(api))
