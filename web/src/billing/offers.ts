import type { BuyableEvent, Package, Product, Subscription, Team } from './model'
import type { Priced } from './price'
import type { Item } from './recognition'

/** What the channel sells: bought once, or renewed. */
export type Offer = Package | Subscription

export const isSubscription = (offer: Offer): offer is Subscription => 'trial_period' in offer

export const pricedOf = (offer: Offer): Priced => ({
  price: offer.price,
  currency: offer.currency,
  period: offer.period,
  renews: isSubscription(offer),
})

/** Passes for one team, which is chosen when buying. */
export const isForTeam = (offer: Offer): offer is Package =>
  !isSubscription(offer) && (offer.is_team_pass || offer.type === 'team')

/** What stands among the plans: subscriptions, then packages for everybody; a single game is bought at the game. */
export function plansOf(packages: readonly Package[], subscriptions: readonly Subscription[]): Offer[] {
  return [...subscriptions, ...packages.filter(one => one.type !== 'event' && !isForTeam(one))]
}

/** How many days a viewer may try this for nothing (§6); 0 for none, or once the trial is used. */
export const trialDaysOf = (offer: Offer, viewer: { readonly trialUsed: boolean }): number =>
  isSubscription(offer) && !viewer.trialUsed ? offer.trial_period : 0

/** The teams a team pass is on sale for: those that play in its categories. */
export const teamsOf = (pass: Package, teams: readonly Team[]): Team[] =>
  teams.filter(({ event_category_id }) => covers(pass, event_category_id))

/** Whether an offer covers a category of events; none of its own are all. */
export const covers = (offer: Offer, categoryId: number | null): boolean =>
  isSubscription(offer) ||
  offer.event_categories.length === 0 ||
  (categoryId !== null && offer.event_categories.includes(categoryId))

/** An offer as the rules of recognition look at it. */
export function itemOf(offer: Offer, team?: Pick<Team, 'id'>): Item {
  const categories = isSubscription(offer) ? [] : offer.event_categories
  return {
    kind: isSubscription(offer) ? 'subscription' : team ? 'team' : 'package',
    id: offer.id,
    event_categories: categories,
    participant_ids: team ? [team.id] : [],
    is_team_pass: isForTeam(offer),
  }
}

/** The address that buys an offer; a team pass for one team. */
export function buyOffer(offer: Offer, team?: Pick<Team, 'id'>): string {
  if (isSubscription(offer)) return `/buy?subscription_id=${offer.id}`
  return `/buy?package_id=${offer.id}${team ? `&participant_id=${team.id}` : ''}`
}

/** The address that buys one game; null where it is not sold alone. */
export function buyEvent(event: Pick<BuyableEvent, 'id' | 'single_event_package_id'>): string | null {
  const { id, single_event_package_id } = event
  return single_event_package_id
    ? `/buy?event_id=${id}&single_event_package_id=${single_event_package_id}`
    : null
}

/** The address at which an order that is not paid yet is gone on with: the same purchase. */
export function buyProduct(product: Product): string {
  const { event_id, single_event_package_id, package_id, participant_id, subscription_id } = product
  const query = event_id
    ? { event_id, single_event_package_id }
    : subscription_id
      ? { subscription_id }
      : { package_id, participant_id }
  const asked = Object.entries(query).filter(([, id]) => id !== null)
  return `/buy?${new URLSearchParams(asked.map(([name, id]) => [name, String(id)]))}`
}
