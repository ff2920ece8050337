import { parseRouteId } from '@/shared/routeId'
import type { BuyableEvent, ItemKind, OfferLine, Purchase, SaleCatalog } from './model'
import { isForTeam, isSubscription, type Offer } from './offers'
import { listPurchaseOptions, toLockedContent } from './purchaseOptions'

/** What the address of the purchase asks for (§2, query parameters). */
export interface CheckoutParams {
  eventId: number | null
  packageId: number | null
  subscriptionId: number | null
  /** Of a team pass. */
  participantId: number | null
  /** What of several it is about. */
  type: ItemKind | null
}

/** One thing that the page of the purchase can sell. */
export interface CheckoutItem {
  /** `event 12`, `package 3`, `subscription 2`. */
  key: string
  type: ItemKind
  id: number
  name: string
  /** Null for a game alone. */
  offer: Offer | null
  event: BuyableEvent | null
  price: string
  base_price: string
  service_fee: string
  currency: string
  period: string | null
  renews: boolean
  /** Of a subscription: days for nothing before it is paid; 0 for none. */
  trialDays: number
  /** One team is chosen with it. */
  requiresTeam: boolean
}

const KINDS: readonly ItemKind[] = ['event', 'package', 'subscription']

/** Reads what an address asks for; what is no number asks for nothing. */
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

/** Everything that opens a game: itself, where it is sold alone, then each pass and subscription once. */
export function checkoutItemsFor(
  event: BuyableEvent,
  lines: readonly OfferLine[],
  onSale: SaleCatalog,
): CheckoutItem[] {
  const ways = listPurchaseOptions(toLockedContent(event), lines, onSale)
  const offers = new Set(ways.flatMap(({ offer }) => offer ?? []))
  const alone = ways.some(({ kind }) => kind === 'event') ? [eventCheckoutItem(event)] : []
  return [...alone, ...[...offers].map(toCheckoutItem)]
}

export function toCheckoutItem(offer: Offer): CheckoutItem {
  const type = isSubscription(offer) ? 'subscription' : 'package'
  const { id, name, price, base_price, service_fee, currency, period } = offer
  return {
    ...{ key: `${type} ${id}`, type, id, name, offer, event: null },
    ...{ price, base_price, service_fee, currency, period },
    renews: isSubscription(offer),
    trialDays: isSubscription(offer) ? offer.trial_period : 0,
    requiresTeam: isForTeam(offer),
  }
}

function eventCheckoutItem(event: BuyableEvent): CheckoutItem {
  const { id, name, price, base_price, service_fee, currency } = event
  return {
    ...{ key: `event ${id}`, type: 'event', id, name, offer: null, event },
    ...{ price, base_price, service_fee, currency, period: null },
    ...{ renews: false, trialDays: 0, requiresTeam: false },
  }
}

/** Which of several an address means: by its type, else by what it names, else the first. */
export function selectItem(
  choices: readonly CheckoutItem[],
  { type, packageId, subscriptionId }: CheckoutParams,
): CheckoutItem | null {
  const ids: Partial<Record<ItemKind, number | null>> = { package: packageId, subscription: subscriptionId }
  const named = choices.find(choice => ids[choice.type] === choice.id && (!type || type === choice.type))
  return named ?? choices.find(choice => choice.type === type) ?? choices[0] ?? null
}

/** Whether an address names what was to be bought; one that names no team means any. */
export function matchesParams(params: CheckoutParams, { type, id, participant_id: team }: Purchase): boolean {
  const ids = { event: params.eventId, package: params.packageId, subscription: params.subscriptionId }
  return ids[type] === id && (!team || params.participantId === null || params.participantId === team)
}

/** What the server is asked to sell. */
export function toPurchase(
  { type, id, event, requiresTeam: forTeam }: CheckoutItem,
  teamId: number | null,
): Purchase {
  const alone = type === 'event' ? event?.single_event_package_id : null
  return {
    type,
    id,
    ...(alone ? { single_event_package_id: alone } : {}),
    ...(forTeam && teamId !== null ? { participant_id: teamId } : {}),
  }
}
