import type { BuyableEvent, Package, Subscription, Team } from './model'
import { buyEvent, buyOffer, covers, isForTeam, isSubscription, type Offer, pricedOf } from './offers'
import type { Priced } from './price'

/** What stands closed: a game, or a film of the library. */
export interface Locked {
  kind: 'event' | 'film'
  id: number
  event_category_id: number | null
  participants: readonly Pick<Team, 'id' | 'name' | 'is_home'>[]
  /** Of the game alone. */
  price: string
  currency: string
  single_event_package_id: number | null
  /** It was played: there is its replay. */
  over: boolean
}

/** One thing that opens it, and the address that buys it. */
export interface Way {
  key: string
  kind: 'event' | 'team' | 'package' | 'subscription'
  /** Null for the game alone. */
  offer: Offer | null
  /** Of the game alone: which package sells it, and whether it was played already. */
  alone: { package: number | null; over: boolean } | null
  /** Whom a team pass would be for. */
  team: Pick<Team, 'id' | 'name'> | null
  priced: Priced
  to: string
}

interface OnSale {
  readonly packages: readonly Package[]
  readonly subscriptions: readonly Subscription[]
}

export const lockedEvent = (event: BuyableEvent): Locked => ({
  ...event,
  kind: 'event',
  event_category_id: event.event_category?.id ?? event.event_category_id,
  over: event.stream_status === 'finished',
})

/** Everything that opens a closed thing: alone, with a pass for one of its teams, a season's, a subscription. */
export function waysTo(thing: Locked, { packages, subscriptions }: OnSale): Way[] {
  const capability = thing.kind === 'event' ? 'watch' : 'vod_media'
  const opening = [...packages.filter(one => one.type !== 'event'), ...subscriptions].filter(
    offer => offer.capabilities.includes(capability) && covers(offer, thing.event_category_id),
  )
  const passes = opening.filter(isForTeam)
  const others = opening.filter(offer => !isForTeam(offer))
  return [
    ...aloneOf(thing),
    ...passes.flatMap(pass => homeFirst(thing).map(team => wayOf(pass, team))),
    ...others.map(offer => wayOf(offer, null)),
  ]
}

/** At most `most` of many ways, of as many kinds as there are, in their order. */
export function chosenOf(ways: readonly Way[], most: number): Way[] {
  const firsts = KINDS.flatMap(kind => ways.find(way => way.kind === kind) ?? [])
  const chosen = [...new Set([...firsts, ...ways])].slice(0, most)
  return ways.filter(way => chosen.includes(way))
}

/** The kinds in which a few ways are chosen: the cheap, the near, the whole. */
const KINDS: readonly Way['kind'][] = ['event', 'team', 'subscription', 'package']

function aloneOf(thing: Locked): Way[] {
  const to = buyEvent(thing)
  if (thing.kind !== 'event' || to === null || Number(thing.price) <= 0) return []
  const priced = { price: thing.price, currency: thing.currency, period: null, renews: false }
  const alone = { package: thing.single_event_package_id, over: thing.over }
  return [{ key: 'event', kind: 'event', offer: null, alone, team: null, priced, to }]
}

function wayOf(offer: Offer, team: Way['team']): Way {
  const kind = isSubscription(offer) ? 'subscription' : team ? 'team' : 'package'
  const key = `${kind} ${offer.id} ${team?.id ?? ''}`
  return {
    key,
    kind,
    offer,
    alone: null,
    team,
    priced: pricedOf(offer),
    to: buyOffer(offer, team ?? undefined),
  }
}

const homeFirst = ({ participants }: Locked) =>
  participants.toSorted((a, b) => Number(b.is_home ?? false) - Number(a.is_home ?? false))
