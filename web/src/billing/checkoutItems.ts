import { parseRouteId } from '@/shared/routeId'
import type { OffSeason, PriceChoice } from '@/shared/shell'
import type { BuyableEvent, ItemKind, OfferLine, Purchase, SaleCatalog } from './model'
import { isForTeam, isSubscription, type Offer } from './offers'
import { listPurchaseOptions, toLockedContent } from './purchaseOptions'

/** The query parameters of the checkout page (§2). */
export interface CheckoutParams {
  eventId: number | null
  packageId: number | null
  subscriptionId: number | null
  /** The team of a team pass. */
  participantId: number | null
  /** The type to select if there are several items. */
  type: ItemKind | null
}

/** One item for sale on the checkout page. */
export interface CheckoutItem {
  /** `event 12`, `package 3`, `subscription 2`. */
  key: string
  type: ItemKind
  id: number
  name: string
  /** The package or subscription, or null for an event alone. */
  offer: Offer | null
  event: BuyableEvent | null
  price: string
  base_price: string
  service_fee: string
  currency: string
  period: string | null
  renews: boolean
  /** Free days of a subscription before its first payment, or 0 without a trial. */
  trialDays: number
  offSeason: OffSeason | null
  /** The amounts that the viewer may pay, or null for a fixed price. */
  choice: PriceChoice | null
  /** Whether the viewer must choose a team. */
  requiresTeam: boolean
}

const KINDS: readonly ItemKind[] = ['event', 'package', 'subscription']

/** Parse a query string. An ID that is not a number becomes null. */
export function parseCheckoutParams(search: string): CheckoutParams {
  const query = new URLSearchParams(search)
  const id = (name: string) => parseRouteId({ id: query.get(name) })
  return {
    eventId: id('event_id'),
    packageId: id('package_id'),
    subscriptionId: id('subscription_id'),
    participantId: id('participant_id'),
    type: KINDS.find(kind => kind === query.get('type')) ?? null,
  }
}

/** Return the items that open an event: the event if it is sold alone, then each pass and subscription once. */
export function checkoutItemsFor(
  event: BuyableEvent,
  lines: readonly OfferLine[],
  catalog: SaleCatalog,
): CheckoutItem[] {
  const options = listPurchaseOptions(toLockedContent(event), lines, catalog)
  const offers = new Set(options.flatMap(({ offer }) => offer ?? []))
  const eventItems = options.some(({ kind }) => kind === 'event') ? [eventCheckoutItem(event, catalog)] : []
  return [...eventItems, ...[...offers].map(toCheckoutItem)]
}

export function toCheckoutItem(offer: Offer): CheckoutItem {
  const type = isSubscription(offer) ? 'subscription' : offer.type === 'donation' ? 'donation' : 'package'
  const { id, name, price, base_price, service_fee, currency, period } = offer
  return {
    ...{ key: `${type} ${id}`, type, id, name, offer, event: null },
    ...{ price, base_price, service_fee, currency, period },
    renews: isSubscription(offer),
    trialDays: isSubscription(offer) ? offer.trial_period : 0,
    offSeason: isSubscription(offer) ? offer.off_season : null,
    choice: isSubscription(offer) ? null : (offer.price_choice ?? null),
    requiresTeam: isForTeam(offer),
  }
}

function eventCheckoutItem(event: BuyableEvent, { packages }: SaleCatalog): CheckoutItem {
  const sellingPackage = packages.find(({ id }) => id === event.single_event_package_id)
  const { id, name, price, base_price, service_fee, currency } = event
  return {
    ...{ key: `event ${id}`, type: 'event', id, name, offer: null, event },
    ...{ price, base_price, service_fee, currency, period: null },
    ...{
      renews: false,
      trialDays: 0,
      offSeason: null,
      requiresTeam: false,
      choice: sellingPackage?.price_choice ?? null,
    },
  }
}

/** Return the item that the query parameters select: by type and ID, else by type, else the first. */
export function selectItem(
  items: readonly CheckoutItem[],
  { type, packageId, subscriptionId }: CheckoutParams,
): CheckoutItem | null {
  const ids: Partial<Record<ItemKind, number | null>> = { package: packageId, subscription: subscriptionId }
  const selected = items.find(
    item =>
      ids[item.type === 'donation' ? 'package' : item.type] === item.id && (!type || type === item.type),
  )
  return selected ?? items.find(item => item.type === type) ?? items[0] ?? null
}

/** Return whether the query parameters match a purchase. Parameters without a team match any team. */
export function matchesParams(
  params: CheckoutParams,
  { type, id, participant_id: teamId }: Purchase,
): boolean {
  const { eventId, packageId, subscriptionId } = params
  const ids = { event: eventId, package: packageId, subscription: subscriptionId, donation: packageId }
  return ids[type] === id && (!teamId || params.participantId === null || params.participantId === teamId)
}

/** Return the purchase to send to the server. */
export function toPurchase(
  { type, id, event, requiresTeam, choice, price }: CheckoutItem,
  teamId: number | null,
): Purchase {
  const packageId = type === 'event' ? event?.single_event_package_id : null
  return {
    type,
    id,
    ...(packageId ? { single_event_package_id: packageId } : {}),
    ...(requiresTeam && teamId !== null ? { participant_id: teamId } : {}),
    ...(choice ? { amount: price } : {}),
  }
}
