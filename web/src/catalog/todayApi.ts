import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { StreamHealth, StudioEvent } from './scheduleApi'

/** An event of today. The picture is drawn if the event has none of its own. */
export interface TodayEvent extends StudioEvent {
  picture: string
  /** False if the event costs money and nothing on sale opens it. */
  has_price: boolean
  /** Whether it should have started, and no video has arrived. */
  is_overdue: boolean
}

/** An event on air. The stream is null if another site carries it, or if the role does not include it. */
export interface LiveTodayEvent extends TodayEvent {
  viewers: number | null
  stream: StreamHealth | null
}

export type WaitingKind =
  | 'requests'
  | 'reported_clips'
  | 'failed_clips'
  | 'failed_payments'
  | 'failing_webhooks'
  | 'declined_cards'
  | 'wrong_promo_codes'
  | 'wrong_vouchers'
  | 'repeated_trials'
  | 'make_goods'
export type SetupStepKind = 'brand' | 'teams' | 'events' | 'price' | 'video'

export interface Waiting {
  kind: WaitingKind
  count: number
}

export interface SetupStep {
  kind: SetupStepKind
  is_done: boolean
}

/** A library item with a video that failed. */
export interface FailedLibraryVideo {
  id: number
  key: string
  title: string
}

/** The page of today. A part is null if the role does not include it. */
export interface Today {
  live: readonly LiveTodayEvent[] | null
  planned: readonly TodayEvent[] | null
  /** The first event of the schedule if none starts today. */
  next_event: TodayEvent | null
  /** The events of a scorekeeper. */
  assigned: readonly TodayEvent[] | null
  failed_videos: readonly TodayEvent[]
  failed_library_videos: readonly FailedLibraryVideo[]
  /** The ids of requests whose reply was not sent. */
  failed_replies: readonly number[]
  waiting: readonly Waiting[]
  steps: readonly SetupStep[] | null
}

/** The client of the page of today, and of the events of a scorekeeper. */
export class TodayApi {
  constructor(private readonly api: Api) {}

  async today(signal?: AbortSignal): Promise<Today> {
    return (await this.api.get<ItemResponse<Today>>('/studio/today', {}, withoutGlobalError(signal))).data
  }

  async assignedEvent(id: number, signal?: AbortSignal): Promise<TodayEvent> {
    const path = `/studio/assigned-events/${id}`
    return (await this.api.get<ItemResponse<TodayEvent>>(path, {}, withoutGlobalError(signal))).data
  }
}
