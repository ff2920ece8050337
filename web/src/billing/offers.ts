import type { BuyableEvent, OfferLine, Package, Product, Subscription, Team } from './model'
import type { Price } from './price'

/** What the channel sells: bought once, or renewed. */
export type Offer = Package | Subscription

export const isSubscription = (offer: Offer): offer is Subscription => 'trial_period' in offer

export const offerPrice = (offer: Offer): Price => ({
  price: offer.price,
  currency: offer.currency,
  period: offer.period,
  renews: isSubscription(offer),
})

/** Passes for one team, which is chosen when buying. */
export const isForTeam = (offer: Offer): offer is Package =>
  !isSubscription(offer) && (offer.is_team_pass || offer.type === 'team')

/** What sells single games: it is bought at a game, and not by itself. */
export const isSingleEvent = (offer: Offer): boolean => !isSubscription(offer) && offer.type === 'event'

/** What stands among the plans: subscriptions, then packages for everybody; a single game is bought at the game. */
export function listPlans(packages: readonly Package[], subscriptions: readonly Subscription[]): Offer[] {
  return [...subscriptions, ...packages.filter(one => !isSingleEvent(one) && !isForTeam(one))]
}

/** How many days a viewer may try this for nothing (§6); 0 for none, or once the trial is used. */
export const trialDaysFor = (offer: Offer, viewer: { readonly trialUsed: boolean }): number =>
  isSubscription(offer) && !viewer.trialUsed ? offer.trial_period : 0

/** The server's line for an offer, or for a team pass and its team; undefined where it is not sold to this viewer. */
export function findOfferLine(
  lines: readonly OfferLine[],
  offer: Offer,
  team?: Pick<Team, 'id'>,
): OfferLine | undefined {
  const type = isSubscription(offer) ? 'subscription' : 'package'
  const participant = team?.id ?? null
  return lines.find(line => line.type === type && line.id === offer.id && line.participant_id === participant)
}

/** Whether an offer is sold to this viewer; a team pass, for any team. */
export function isAvailable(lines: readonly OfferLine[], offer: Offer): boolean {
  const type = isSubscription(offer) ? 'subscription' : 'package'
  return lines.some(line => line.type === type && line.id === offer.id)
}

/** The address that buys an offer; a team pass for one team. */
export function offerCheckoutPath(offer: Offer, team?: Pick<Team, 'id'>): string {
  if (isSubscription(offer)) return `/buy?subscription_id=${offer.id}`
  return `/buy?package_id=${offer.id}${team ? `&participant_id=${team.id}` : ''}`
}

/** The address that buys one game; null where it is not sold alone. */
export function eventCheckoutPath(
  event: Pick<BuyableEvent, 'id' | 'single_event_package_id'>,
): string | null {
  const { id, single_event_package_id } = event
  return single_event_package_id
    ? `/buy?event_id=${id}&single_event_package_id=${single_event_package_id}`
    : null
}

/** The address at which an order that is not paid yet is gone on with: the same purchase. */
export function productCheckoutPath(product: Product): string {
  const { event_id, single_event_package_id, package_id, participant_id, subscription_id } = product
  const query = event_id
    ? { event_id, single_event_package_id }
    : subscription_id
      ? { subscription_id }
      : { package_id, participant_id }
  const filters = Object.entries(query).filter(([, id]) => id !== null)
  return `/buy?${new URLSearchParams(filters.map(([name, id]) => [name, String(id)]))}`
}
