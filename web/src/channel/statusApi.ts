import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

/** An event on the status page. */
export interface StatusEvent {
  id: number
  name: string
  starts_at: string
  outages: readonly { side: 'venue' | 'delivery'; starts_at: string; minutes: number }[]
  /** The number of viewers who were paid back; null for some, but fewer than five. */
  paid_back: number | null
}

/** What is live, what went wrong in the last days, and what was done. */
export interface StatusPage {
  live: readonly StatusEvent[]
  faulty: readonly StatusEvent[]
  /** The number of events without problems. */
  faultless: number
  days: number
}

/** The client of the public status page. */
export class StatusApi {
  constructor(private readonly api: Api) {}

  async page(signal?: AbortSignal): Promise<StatusPage> {
    return (await this.api.get<ItemResponse<StatusPage>>('/status-page', {}, withoutGlobalError(signal))).data
  }
}
