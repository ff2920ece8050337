import { AD_CHOICE_TIMEOUT_MS } from '@/shared/constants'
import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

/** The pre-roll that the server chose. `day` is the channel's day, such as 2026-11-21. */
export interface AdBreakChoice {
  preroll_id: number | null
  sponsor: string | null
  /** The token of reports about a sponsor's pre-roll. */
  token: string | null
  day: string
}

/** The ads that this browser saw on a day, by sponsor. */
export interface SeenAds {
  day: string
  counts: Readonly<Record<string, number>>
}

/** The most sponsors that the server takes. */
const MAX_SEEN = 50

/** The client of the choice of pre-rolls. */
export class AdBreakApi {
  constructor(private readonly api: Api) {}

  /** Choose the pre-roll before a playback. The stream waits for the response, so it has a short timeout. */
  async create(eventId: number, seen: SeenAds | null): Promise<AdBreakChoice> {
    const counts = Object.entries(seen?.counts ?? {}).slice(0, MAX_SEEN)
    const body = {
      event_id: eventId,
      ...(seen ? { seen: counts.map(([sponsor, shown]) => ({ sponsor, shown })), seen_on: seen.day } : {}),
    }
    const options = withoutGlobalError(AbortSignal.timeout(AD_CHOICE_TIMEOUT_MS))
    return (await this.api.post<ItemResponse<AdBreakChoice>>('/ad-breaks', body, options)).data
  }
}
