import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { EntriesApi } from '@/shared/studio/entries'
import {
  type EventOffers,
  type OfferKind,
  type PricedEvent,
  type StudioCoupon,
  type StudioOffer,
  StudioOffersApi,
} from '../studioOffersApi'
import type { StudioOrder } from '../studioOrdersApi'

/** The offers of the channel, who holds them, the events with their own price, and the promo codes. */
export class StudioOffersStore {
  readonly offers = new AsyncValue<readonly StudioOffer[]>()
  /** The offers that open the event whose page is open. */
  readonly eventOffers = new AsyncValue<EventOffers>()
  readonly coupons = new AsyncValue<readonly StudioCoupon[]>()
  readonly holders = new PaginatedList<StudioOrder>()
  readonly events = new PaginatedList<PricedEvent>()
  /** The form of the actions without input. */
  readonly actionForm = new Form<object>({})

  constructor(
    readonly api: StudioOffersApi,
    readonly entries: EntriesApi,
  ) {}

  loadOffers(): Promise<void> {
    return this.offers.load(signal => this.api.offers(signal))
  }

  /** Load the offers of an event. What was loaded for another event, or before a change, is removed first. */
  loadEventOffers(eventKey: string): Promise<void> {
    this.eventOffers.clear()
    return this.eventOffers.load(signal => this.api.eventOffers(eventKey, signal))
  }

  loadCoupons(): Promise<void> {
    return this.coupons.load(signal => this.api.coupons(signal))
  }

  loadHolders(kind: OfferKind, key: string): Promise<void> {
    return this.holders.load((offset, signal) => this.api.holders(kind, key, offset, signal))
  }

  loadEvents(): Promise<void> {
    return this.events.load((offset, signal) => this.api.pricedEvents(offset, signal))
  }

  find(kind: OfferKind, key: string): StudioOffer | undefined {
    return this.offers.value?.find(offer => offer.kind === kind && offer.key === key)
  }

  /** Deactivate a promo code without an entry. Return whether it was deactivated. */
  async deactivate(code: string): Promise<boolean> {
    return (await this.actionForm.submit(() => this.api.deactivate(code))) !== null
  }

  reset(): void {
    const { offers, eventOffers, coupons, holders, events, actionForm } = this
    for (const value of [offers, eventOffers, coupons, holders, events, actionForm]) value.clear()
  }

  languageChanged(): void {
    for (const value of [this.offers, this.eventOffers, this.holders, this.events]) void value.reload()
  }
}

export const studioOffersStore = (api: Api) =>
  new StudioOffersStore(new StudioOffersApi(api), new EntriesApi(api))
