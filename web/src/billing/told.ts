import type { ItemTold, PurchaseTold } from '@/shared/telling'
import type { Choice } from './choices'
import type { Order } from './model'
import { isSubscription, type Offer } from './offers'
import type { Locked, Way } from './ways'

/** An offer as it is told to whoever counts. */
export function itemOfOffer(offer: Offer): ItemTold {
  const { id, name, price, currency } = offer
  return { type: isSubscription(offer) ? 'subscription' : 'package', id, name, price, currency }
}

/** A way into a closed thing; the game alone is called by its name. */
export function itemOfWay(
  { offer, priced }: Way,
  { id, name }: Pick<Locked, 'id'> & { name: string },
): ItemTold {
  if (offer) return itemOfOffer(offer)
  const { price, currency } = priced
  return { type: 'event', id, name, price, currency }
}

/** What somebody is about to buy. */
export const itemOfChoice = ({ type, id, name, price, currency }: Choice): ItemTold => ({
  ...{ type, id, name, price, currency },
})

/** An order that was paid. */
export function purchaseOf({ id, type, product, total, currency, price, promo_code }: Order): PurchaseTold {
  const item = { type, id: product.id, name: product.name, price, currency }
  return { order: id, value: total, currency, coupon: promo_code, items: [item] }
}
