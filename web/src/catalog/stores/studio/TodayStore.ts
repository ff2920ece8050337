import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { type Today, TodayApi } from '../../todayApi'

/** The page of today. A failed refresh keeps what was loaded. */
export class TodayStore {
  readonly today = new AsyncValue<Today>()

  constructor(readonly api: TodayApi) {}

  load(): Promise<void> {
    return this.today.load(signal => this.api.today(signal))
  }

  reset(): void {
    this.today.clear()
  }

  languageChanged(): void {
    void this.today.reload()
  }
}

export const todayStore = (api: Api) => new TodayStore(new TodayApi(api))
