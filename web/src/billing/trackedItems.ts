import type { LockedContent } from '@/shared/contexts/purchaseOptions'
import type { PurchaseEvent, TrackedItem } from '@/shared/telemetry'
import type { CheckoutItem } from './checkoutItems'
import type { ItemKind, Order } from './model'
import { isSubscription, type Offer } from './offers'
import type { PurchaseOption } from './purchaseOptions'

/** Return an offer as an item of analytics events. */
export function trackedOffer(offer: Offer): TrackedItem {
  const { id, name, price, currency } = offer
  return { type: isSubscription(offer) ? 'subscription' : 'package', id, name, price, currency }
}

/** Return a purchase option as an item of analytics events. The event alone uses its own name. */
export function trackedPurchaseOption(
  { offer, price: optionPrice }: PurchaseOption,
  { id, name }: Pick<LockedContent, 'id'> & { name: string },
): TrackedItem {
  if (offer) return trackedOffer(offer)
  const { price, currency } = optionPrice
  return { type: 'event', id, name, price, currency }
}

/** Return a checkout item as an item of analytics events. */
export const trackedCheckoutItem = ({ type, id, name, price, currency }: CheckoutItem): TrackedItem => ({
  ...{ type: trackedType(type), id, name, price, currency },
})

/** Return the type of an item in analytics events. A donation is a package there. */
const trackedType = (type: ItemKind): TrackedItem['type'] => (type === 'donation' ? 'package' : type)

/** Return the purchase event of a paid order. */
export function toPurchaseEvent({
  id,
  type,
  product,
  total,
  currency,
  price,
  promo_code,
}: Order): PurchaseEvent {
  const item = { type: trackedType(type), id: product.id, name: product.name, price, currency }
  return { order: id, value: total, currency, coupon: promo_code, items: [item] }
}
