import type { BuyableEvent, OfferLine, Package, Product, Subscription, Team } from './model'
import type { Price } from './price'

/** An offer of the channel: a package (bought once) or a subscription (renews). */
export type Offer = Package | Subscription

export const isSubscription = (offer: Offer): offer is Subscription => 'trial_period' in offer

export const offerPrice = (offer: Offer): Price => ({
  price: offer.price,
  currency: offer.currency,
  period: offer.period,
  renews: isSubscription(offer),
})

/** Return whether an offer is a team pass. The viewer chooses the team at checkout. */
export const isForTeam = (offer: Offer): offer is Package =>
  !isSubscription(offer) && (offer.is_team_pass || offer.type === 'team')

/** Return whether a package sells single events. It is bought with an event, never alone. */
export const isSingleEvent = (offer: Offer): boolean => !isSubscription(offer) && offer.type === 'event'

/** Return the plans: subscriptions, then packages. Packages for one team or single events are left out. */
export function listPlans(packages: readonly Package[], subscriptions: readonly Subscription[]): Offer[] {
  return [...subscriptions, ...packages.filter(offer => !isSingleEvent(offer) && !isForTeam(offer))]
}

/** Return the days of the free trial (§6), or 0 if there is none or the viewer used it. */
export const trialDaysFor = (offer: Offer, viewer: { readonly hasUsedTrial: boolean }): number =>
  isSubscription(offer) && !viewer.hasUsedTrial ? offer.trial_period : 0

/** Return the server's line for an offer, or for a team pass and a team. Undefined if it is not for sale. */
export function findOfferLine(
  lines: readonly OfferLine[],
  offer: Offer,
  team?: Pick<Team, 'id'>,
): OfferLine | undefined {
  const type = isSubscription(offer) ? 'subscription' : 'package'
  const participantId = team?.id ?? null
  return lines.find(
    line => line.type === type && line.id === offer.id && line.participant_id === participantId,
  )
}

/** Return whether an offer is on sale to this viewer. For a team pass, any team counts. */
export function isAvailable(lines: readonly OfferLine[], offer: Offer): boolean {
  const type = isSubscription(offer) ? 'subscription' : 'package'
  return lines.some(line => line.type === type && line.id === offer.id)
}

/** Return the checkout path of an offer, or of a team pass for one team. */
export function offerCheckoutPath(offer: Offer, team?: Pick<Team, 'id'>): string {
  if (isSubscription(offer)) return `/buy?subscription_id=${offer.id}`
  return `/buy?package_id=${offer.id}${team ? `&participant_id=${team.id}` : ''}`
}

/** Return the checkout path of an event, or null if it is not sold alone. */
export function eventCheckoutPath(
  event: Pick<BuyableEvent, 'id' | 'single_event_package_id'>,
): string | null {
  const { id, single_event_package_id } = event
  return single_event_package_id
    ? `/buy?event_id=${id}&single_event_package_id=${single_event_package_id}`
    : null
}

/** Return the checkout path of an order's product, where the viewer can continue an unpaid order. */
export function productCheckoutPath(product: Product): string {
  const { event_id, single_event_package_id, package_id, participant_id, subscription_id } = product
  const query = event_id
    ? { event_id, single_event_package_id }
    : subscription_id
      ? { subscription_id }
      : { package_id, participant_id }
  const parameters = Object.entries(query).filter(([, id]) => id !== null)
  return `/buy?${new URLSearchParams(parameters.map(([name, id]) => [name, String(id)]))}`
}
