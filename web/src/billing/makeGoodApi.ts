import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

/** What one viewer is owed for an event that did not play. Amounts are decimals. */
export interface StudioMakeGood {
  /** Null until it is stored. */
  id: number | null
  /** Null after the account was erased. */
  viewer: { id: number; email: string; name: string } | null
  order_id: number
  status: 'proposed' | 'paying' | 'paid' | 'dismissed'
  reason: 'share' | 'most' | 'shut_out'
  side: 'venue' | 'delivery'
  method: 'credit' | 'refund'
  wanted_seconds: number
  lost_seconds: number
  paid_for: string
  event_count: number
  owed: string
  paid: string
  unpaid: string
  currency: string
  is_capped: boolean
  /** Whether only viewers show the loss. It is never paid automatically. */
  needs_review: boolean
  promo_code: string | null
  dismissal: string | null
  paid_at: string | null
}

/** The make-goods of an event as they are owed now. */
export interface MakeGoodPlan {
  event_id: number
  mode: 'off' | 'propose' | 'automatic'
  /** Whether there is evidence. */
  is_measured: boolean
  /** Whether no more reports are expected. */
  is_final: boolean
  /** Whether later evidence does not count. */
  is_over: boolean
  currency: string
  unpaid: string
  unpaid_count: number
  paid: string
  make_goods: StudioMakeGood[]
}

/** An event with make-goods that wait for an operator. */
export interface WaitingMakeGoods {
  event_id: number
  event_name: string
  count: number
  unpaid: string
  currency: string
}

/** The client of the make-goods of an event. */
export class MakeGoodApi {
  constructor(private readonly api: Api) {}

  async waiting(signal?: AbortSignal): Promise<WaitingMakeGoods[]> {
    const options = { ...withoutGlobalError(signal), fresh: true }
    return (await this.api.get<ItemResponse<WaitingMakeGoods[]>>('/studio/make-goods', {}, options)).data
  }

  async plan(eventKey: string, signal?: AbortSignal): Promise<MakeGoodPlan> {
    const options = { ...withoutGlobalError(signal), fresh: true }
    return (await this.api.get<ItemResponse<MakeGoodPlan>>(pathOf(eventKey), {}, options)).data
  }

  /** Pay what is unpaid, in the background. `unpaid` is the total that the operator saw. */
  async pay(eventKey: string, unpaid: string): Promise<MakeGoodPlan> {
    const response = await this.api.post<ItemResponse<MakeGoodPlan>>(
      pathOf(eventKey),
      { unpaid },
      withoutGlobalError(),
    )
    return response.data
  }

  async dismiss(id: number, reason: string): Promise<void> {
    await this.api.post(`/studio/make-goods/${id}/dismiss`, { reason }, withoutGlobalError())
  }
}

const pathOf = (eventKey: string) => `/studio/events/${encodeURIComponent(eventKey)}/make-good`
