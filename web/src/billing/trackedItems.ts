import type { LockedContent } from '@/shared/contexts/purchaseOptions'
import type { PurchaseEvent, TrackedItem } from '@/shared/telemetry'
import type { CheckoutItem } from './checkoutItems'
import type { Order } from './model'
import { isSubscription, type Offer } from './offers'
import type { PurchaseOption } from './purchaseOptions'

/** An offer as it is told to whoever counts. */
export function trackedOffer(offer: Offer): TrackedItem {
  const { id, name, price, currency } = offer
  return { type: isSubscription(offer) ? 'subscription' : 'package', id, name, price, currency }
}

/** A way into a closed thing; the game alone is called by its name. */
export function trackedPurchaseOption(
  { offer, price: priced }: PurchaseOption,
  { id, name }: Pick<LockedContent, 'id'> & { name: string },
): TrackedItem {
  if (offer) return trackedOffer(offer)
  const { price, currency } = priced
  return { type: 'event', id, name, price, currency }
}

/** What somebody is about to buy. */
export const trackedCheckoutItem = ({ type, id, name, price, currency }: CheckoutItem): TrackedItem => ({
  ...{ type, id, name, price, currency },
})

/** An order that was paid. */
export function toPurchaseEvent({
  id,
  type,
  product,
  total,
  currency,
  price,
  promo_code,
}: Order): PurchaseEvent {
  const item = { type, id: product.id, name: product.name, price, currency }
  return { order: id, value: total, currency, coupon: promo_code, items: [item] }
}
