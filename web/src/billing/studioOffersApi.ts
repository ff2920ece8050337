import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse } from '@/shared/http/session'
import type { OffSeason } from '@/shared/shell'
import type { Page } from '@/shared/stores/PaginatedList'
import type { StudioOrder } from './studioOrdersApi'

/** The kind of an offer. A package is bought once, a subscription renews. */
export type OfferKind = 'package' | 'subscription'

/** What an offer costs, and how long it gives access. */
export interface OfferTerms {
  key: string
  name: string
  is_team_pass: boolean
  price: string
  currency: string
  period: string | null
  days: number | null
  until: string | null
  trial_period: number
  off_season: OffSeason | null
}

/** The holders who bought an offer at one price. Subscribers renew at this price. */
export interface OfferHolders {
  price: string
  currency: string
  holders: number
  renewing: number
}

/** An offer as operators see it. */
export interface StudioOffer extends OfferTerms {
  kind: OfferKind
  /** An ended offer is past its last day. A withdrawn one was removed, and someone still holds it. */
  state: 'on_sale' | 'ended' | 'withdrawn'
  /** Null for a subscription. */
  type: 'event' | 'season' | 'team' | null
  /** Keys of event categories. None means all. */
  categories: readonly string[]
  capabilities: readonly string[]
  holders: readonly OfferHolders[]
}

/** An offer that opens an event. Kind `event` sells the event alone: `key` and `name` are those of its package. */
export interface EventOffer extends OfferTerms {
  kind: OfferKind | 'event'
  /** Whether viewers can buy it to watch the event. */
  state: 'on_sale' | 'ended' | 'ends_before' | 'team_not_covered' | 'unavailable'
}

/** Who may watch an event, and the offers that open it. An event that is free has none. */
export interface EventOffers {
  pass_type: 'free' | 'register' | 'paid' | 'ppv'
  availability: 'expected' | 'recorded' | 'none' | 'canceled' | 'postponed'
  offers: readonly EventOffer[]
}

/** A promo code as operators see it. */
export interface StudioCoupon {
  code: string
  state: 'active' | 'scheduled' | 'ended' | 'used_up' | 'inactive'
  percent: string | null
  amount: string | null
  currency: string | null
  products: readonly string[]
  limit: number | null
  limit_each: number | null
  starts_at: string | null
  ends_at: string | null
  redemptions: number
  /** Whether the code was added with a command. It has no entry in the document. */
  is_temporary: boolean
}

/** An event with its own price. */
export interface PricedEvent {
  key: string
  name: string
  category: string
  starts_at: string
  /** Without the service fee. */
  price: string | null
}

/** The client of the channel's offers, for operators. Offers are edited as entries of the document. */
export class StudioOffersApi {
  constructor(private readonly api: Api) {}

  async offers(signal?: AbortSignal): Promise<StudioOffer[]> {
    return (await this.list<StudioOffer>('/studio/offers', {}, signal)).data
  }

  /** Return the offers that open an event, in the order in which viewers see them. */
  async eventOffers(eventKey: string, signal?: AbortSignal): Promise<EventOffers> {
    const path = `/studio/events/${encodeURIComponent(eventKey)}/offers`
    return (await this.api.get<ItemResponse<EventOffers>>(path, {}, withoutGlobalError(signal))).data
  }

  async coupons(signal?: AbortSignal): Promise<StudioCoupon[]> {
    return (await this.list<StudioCoupon>('/studio/coupons', {}, signal)).data
  }

  /** Return the orders that hold an offer now, newest first. */
  holders(kind: OfferKind, key: string, offset: number, signal?: AbortSignal): Promise<Page<StudioOrder>> {
    return this.page(`/studio/offers/${kind}/${encodeURIComponent(key)}/holders`, { offset }, signal)
  }

  /** Return the events with their own price, latest first. */
  pricedEvents(offset: number, signal?: AbortSignal): Promise<Page<PricedEvent>> {
    return this.page('/studio/events', { has_price: true, sort_direction: 'desc', offset }, signal)
  }

  /** Deactivate a promo code that was added with a command. */
  async deactivate(code: string): Promise<void> {
    await this.api.post<ItemResponse<StudioCoupon>>(
      `/studio/coupons/${encodeURIComponent(code)}/deactivate`,
      {},
      withoutGlobalError(),
    )
  }

  private async page<Item>(
    path: string,
    query: Record<string, string | number | boolean>,
    signal?: AbortSignal,
  ): Promise<Page<Item>> {
    const { data, meta } = await this.list<Item>(path, query, signal)
    return { items: data, total: meta.total }
  }

  private list<Item>(
    path: string,
    query: Record<string, string | number | boolean>,
    signal?: AbortSignal,
  ): Promise<ListResponse<Item>> {
    return this.api.get<ListResponse<Item>>(path, query, withoutGlobalError(signal))
  }
}
