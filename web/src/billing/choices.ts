import { idFrom } from '@/shared/routeId'
import type { BuyableEvent, Kind, OfferLine, Package, Purchase, Subscription } from './model'
import { isForTeam, isSubscription, type Offer } from './offers'
import { lockedEvent, waysTo } from './ways'

/** What the address of the purchase asks for (§2, query parameters). */
export interface Asked {
  eventId: number | null
  packageId: number | null
  subscriptionId: number | null
  /** Of a team pass. */
  participantId: number | null
  /** What of several it is about. */
  type: Kind | null
}

/** One thing that the page of the purchase can sell. */
export interface Choice {
  /** `event 12`, `package 3`, `subscription 2`. */
  key: string
  type: Kind
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
  trial: number
  /** One team is chosen with it. */
  forTeam: boolean
}

const KINDS: readonly Kind[] = ['event', 'package', 'subscription']

/** Reads what an address asks for; what is no number asks for nothing. */
export function askedIn(search: string): Asked {
  const query = new URLSearchParams(search)
  const id = (name: string) => idFrom({ id: query.get(name) })
  return {
    eventId: id('event_id'),
    packageId: id('package_id'),
    subscriptionId: id('subscription_id'),
    participantId: id('participant_id'),
    type: KINDS.find(kind => kind === query.get('type')) ?? null,
  }
}

interface OnSale {
  readonly packages: readonly Package[]
  readonly subscriptions: readonly Subscription[]
}

/** Everything that opens a game: itself, where it is sold alone, then each pass and subscription once. */
export function choicesFor(event: BuyableEvent, lines: readonly OfferLine[], onSale: OnSale): Choice[] {
  const ways = waysTo(lockedEvent(event), lines, onSale)
  const offers = new Set(ways.flatMap(({ offer }) => offer ?? []))
  const alone = ways.some(({ kind }) => kind === 'event') ? [choiceOfEvent(event)] : []
  return [...alone, ...[...offers].map(choiceOf)]
}

export function choiceOf(offer: Offer): Choice {
  const type = isSubscription(offer) ? 'subscription' : 'package'
  const { id, name, price, base_price, service_fee, currency, period } = offer
  return {
    ...{ key: `${type} ${id}`, type, id, name, offer, event: null },
    ...{ price, base_price, service_fee, currency, period },
    renews: isSubscription(offer),
    trial: isSubscription(offer) ? offer.trial_period : 0,
    forTeam: isForTeam(offer),
  }
}

function choiceOfEvent(event: BuyableEvent): Choice {
  const { id, name, price, base_price, service_fee, currency } = event
  return {
    ...{ key: `event ${id}`, type: 'event', id, name, offer: null, event },
    ...{ price, base_price, service_fee, currency, period: null },
    ...{ renews: false, trial: 0, forTeam: false },
  }
}

/** Which of several an address means: by its type, else by what it names, else the first. */
export function meant(choices: readonly Choice[], { type, packageId, subscriptionId }: Asked): Choice | null {
  const ids: Partial<Record<Kind, number | null>> = { package: packageId, subscription: subscriptionId }
  const named = choices.find(choice => ids[choice.type] === choice.id && (!type || type === choice.type))
  return named ?? choices.find(choice => choice.type === type) ?? choices[0] ?? null
}

/** Whether an address names what was to be bought; one that names no team means any. */
export function names(asked: Asked, { type, id, participant_id: team }: Purchase): boolean {
  const ids = { event: asked.eventId, package: asked.packageId, subscription: asked.subscriptionId }
  return ids[type] === id && (!team || asked.participantId === null || asked.participantId === team)
}

/** What the server is asked to sell. */
export function purchaseOf({ type, id, event, forTeam }: Choice, teamId: number | null): Purchase {
  const alone = type === 'event' ? event?.single_event_package_id : null
  return {
    type,
    id,
    ...(alone ? { single_event_package_id: alone } : {}),
    ...(forTeam && teamId !== null ? { participant_id: teamId } : {}),
  }
}
