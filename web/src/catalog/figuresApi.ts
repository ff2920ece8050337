import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

/** The paid charges of a day. */
export interface EventSalesDay {
  day: string
  orders: number
  gross: string
}

/** The viewers within five minutes, live and of the recording. */
export interface EventMoment {
  at: string
  live: number
  replay: number
}

/** The views of a day. */
export interface EventViewsDay {
  day: string
  views: number
}

/** The sales of an event alone, without passes that include it. Amounts are decimals in the channel's currency. */
export interface EventSales {
  /** The number of paid charges. */
  orders: number
  gross: string
  refunds: string
  net: string
  currency: string
  /** The orders that give access now, also without payment. */
  holders: number
  /** Every day from the first charge to the last one. */
  days: EventSalesDay[]
}

/** Who has watched an event so far, live and later. */
export interface EventAudience {
  viewers: number
  views: number
  minutes: number
  /** The minutes watched per viewer. */
  average_minutes: number
  /** The most viewers in one minute. */
  peak_viewers: number
  /** The viewers around the start of the event. */
  moments: EventMoment[]
  /** Every day from the event to the last view. */
  days: EventViewsDay[]
}

export interface EventFigures {
  event_id: number
  sales: EventSales
  /** Null while the analytics data is unavailable. */
  audience: EventAudience | null
  clips: number
}

/** The viewers who lost video at one side, and how much. */
export interface EvidenceSide {
  side: 'venue' | 'delivery' | 'viewer'
  viewers: number
  seconds: number
}

/** A time without video. */
export interface EvidenceOutage {
  starts_at: string
  ends_at: string
  seconds: number
  side: 'venue' | 'delivery'
}

/** The viewers who were there in a minute, and those who received video. */
export interface EvidenceMinute {
  at: string
  viewers: number
  receiving: number
}

/** Who could watch an event live, measured from what the server sent. */
export interface EventEvidence {
  event_id: number
  is_final: boolean
  scheduled_seconds: number
  viewers: number
  without_loss: number
  /** The viewers who came and never received any video. */
  shut_out: number
  wanted_seconds: number
  sides: EvidenceSide[]
  outages: EvidenceOutage[]
  minutes: EvidenceMinute[]
}

/** The client of the sales and viewers of one event. */
export class FiguresApi {
  constructor(private readonly api: Api) {}

  async evidence(key: string, signal?: AbortSignal): Promise<EventEvidence> {
    const path = `/studio/events/${encodeURIComponent(key)}/evidence`
    return (await this.api.get<ItemResponse<EventEvidence>>(path, {}, withoutGlobalError(signal))).data
  }

  async figures(key: string, signal?: AbortSignal): Promise<EventFigures> {
    const path = `/studio/events/${encodeURIComponent(key)}/figures`
    return (await this.api.get<ItemResponse<EventFigures>>(path, {}, withoutGlobalError(signal))).data
  }
}
