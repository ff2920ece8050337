import type { BuyableEvent, OfferLine, OfferQuery, Package, Subscription, Team } from './model'
import { buyEvent, buyOffer, isSubscription, type Offer, pricedOf } from './offers'
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
  /** The viewer has it already, or something that covers it. */
  held: boolean
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

/** What the server is asked about a closed thing. */
export const offersOf = ({ kind, id }: Locked): OfferQuery =>
  kind === 'event' ? { event_id: id } : { vod_id: id }

/** Everything that opens a closed thing, as the server decides: alone, for one of its teams, a season, a subscription. */
export function waysTo(thing: Locked, lines: readonly OfferLine[], onSale: OnSale): Way[] {
  const teams = homeFirst(thing).map(({ id }) => id)
  const place = ({ participant_id: id }: OfferLine) => (id === null ? -1 : teams.indexOf(id))
  return lines
    .toSorted((a, b) => (a.type === b.type && a.id === b.id ? place(a) - place(b) : 0))
    .flatMap(line => (line.type === 'event' ? aloneOf(line, thing) : passOf(line, thing, onSale)))
}

function passOf({ type, id, participant_id, held }: OfferLine, thing: Locked, onSale: OnSale): Way[] {
  const offers: readonly Offer[] = type === 'package' ? onSale.packages : onSale.subscriptions
  const offer = offers.find(one => one.id === id)
  const team = thing.participants.find(one => one.id === participant_id) ?? null
  return offer && (team !== null || participant_id === null) ? [wayOf(offer, team, held)] : []
}

/** At most `most` of many ways, of as many kinds as there are, in their order. */
export function chosenOf(ways: readonly Way[], most: number): Way[] {
  const firsts = KINDS.flatMap(kind => ways.find(way => way.kind === kind) ?? [])
  const chosen = [...new Set([...firsts, ...ways])].slice(0, most)
  return ways.filter(way => chosen.includes(way))
}

/** The kinds in which a few ways are chosen: the cheap, the near, the whole. */
const KINDS: readonly Way['kind'][] = ['event', 'team', 'subscription', 'package']

function aloneOf({ held }: OfferLine, thing: Locked): Way[] {
  const to = buyEvent(thing)
  if (held || thing.kind !== 'event' || to === null || Number(thing.price) <= 0) return []
  const priced = { price: thing.price, currency: thing.currency, period: null, renews: false }
  const alone = { package: thing.single_event_package_id, over: thing.over }
  return [{ key: 'event', kind: 'event', offer: null, alone, team: null, priced, to, held }]
}

function wayOf(offer: Offer, team: Way['team'], held: boolean): Way {
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
    held,
  }
}

const homeFirst = ({ participants }: Locked) =>
  participants.toSorted((a, b) => Number(b.is_home ?? false) - Number(a.is_home ?? false))
