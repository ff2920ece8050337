import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { type BundleChannel, type BundledOffer, BundlesApi, type OwnBundles } from '../bundlesApi'

const NONE: readonly BundleChannel[] = []

/** What offers and orders open in other channels, and what purchases there open here. */
export class BundlesStore {
  readonly offers = new AsyncValue<readonly BundledOffer[]>()
  readonly own = new AsyncValue<OwnBundles>()

  constructor(private readonly api: BundlesApi) {}

  loadOffers(): Promise<void> {
    return this.offers.load(signal => this.api.offers(signal))
  }

  loadOwn(): Promise<void> {
    return this.own.load(signal => this.api.own(signal))
  }

  /** Return the other channels that an offer includes. */
  ofOffer(type: BundledOffer['type'], id: number): readonly BundleChannel[] {
    const offers = this.offers.value ?? []
    return offers.find(offer => offer.type === type && offer.id === id)?.channels ?? NONE
  }

  /** Return the other channels that an active order opens. */
  ofOrder(id: number): readonly BundleChannel[] {
    return this.own.value?.orders.find(order => order.order_id === id)?.channels ?? NONE
  }

  reset(): void {
    this.offers.clear()
    this.own.clear()
  }
}

export const bundlesStore = (api: Api) => new BundlesStore(new BundlesApi(api))
