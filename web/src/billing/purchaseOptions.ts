import type { LockedContent } from '@/shared/contexts/purchaseOptions'
import type { BuyableEvent, OfferLine, OfferQuery, SaleCatalog, Team } from './model'
import { eventCheckoutPath, isSubscription, type Offer, offerCheckoutPath, offerPrice } from './offers'
import type { Price } from './price'

/** One thing that opens it, and the address that buys it. */
export interface PurchaseOption {
  key: string
  kind: 'event' | 'team' | 'package' | 'subscription'
  /** Null for the game alone. */
  offer: Offer | null
  /** Of the game alone: which package sells it, and whether it was played already. */
  singleEvent: { package: number | null; over: boolean } | null
  /** Whom a team pass would be for. */
  team: Pick<Team, 'id' | 'name'> | null
  price: Price
  to: string
  /** The viewer has it already, or something that covers it. */
  isHeld: boolean
}

export const toLockedContent = (event: BuyableEvent): LockedContent => ({
  ...event,
  kind: 'event',
  event_category_id: event.event_category?.id ?? event.event_category_id,
  isOver: event.stream_status === 'finished',
})

/** What the server is asked about a closed thing. */
export const offerQuery = ({ kind, id }: LockedContent): OfferQuery =>
  kind === 'event' ? { event_id: id } : { vod_id: id }

/** Everything that opens a closed thing, as the server decides: alone, for one of its teams, a season, a subscription. */
export function listPurchaseOptions(
  thing: LockedContent,
  lines: readonly OfferLine[],
  onSale: SaleCatalog,
): PurchaseOption[] {
  const teams = homeFirst(thing).map(({ id }) => id)
  const place = ({ participant_id: id }: OfferLine) => (id === null ? -1 : teams.indexOf(id))
  return lines
    .toSorted((a, b) => (a.type === b.type && a.id === b.id ? place(a) - place(b) : 0))
    .flatMap(line =>
      line.type === 'event' ? singleEventOptions(line, thing) : passOptions(line, thing, onSale),
    )
}

function passOptions(
  { type, id, participant_id, held }: OfferLine,
  thing: LockedContent,
  onSale: SaleCatalog,
): PurchaseOption[] {
  const offers: readonly Offer[] = type === 'package' ? onSale.packages : onSale.subscriptions
  const offer = offers.find(one => one.id === id)
  const team = thing.participants.find(one => one.id === participant_id) ?? null
  return offer && (team !== null || participant_id === null) ? [toPurchaseOption(offer, team, held)] : []
}

/** At most `most` of many ways, of as many kinds as there are, in their order. */
export function sampleOptions(ways: readonly PurchaseOption[], most: number): PurchaseOption[] {
  const firsts = KIND_ORDER.flatMap(kind => ways.find(way => way.kind === kind) ?? [])
  const chosen = [...new Set([...firsts, ...ways])].slice(0, most)
  return ways.filter(way => chosen.includes(way))
}

/** The kinds in which a few ways are chosen: the cheap, the near, the whole. */
const KIND_ORDER: readonly PurchaseOption['kind'][] = ['event', 'team', 'subscription', 'package']

function singleEventOptions({ held }: OfferLine, thing: LockedContent): PurchaseOption[] {
  const to = eventCheckoutPath(thing)
  if (held || thing.kind !== 'event' || to === null || Number(thing.price) <= 0) return []
  const priced = { price: thing.price, currency: thing.currency, period: null, renews: false }
  const alone = { package: thing.single_event_package_id, over: thing.isOver }
  return [
    {
      key: 'event',
      kind: 'event',
      offer: null,
      singleEvent: alone,
      team: null,
      price: priced,
      to,
      isHeld: held,
    },
  ]
}

function toPurchaseOption(offer: Offer, team: PurchaseOption['team'], held: boolean): PurchaseOption {
  const kind = isSubscription(offer) ? 'subscription' : team ? 'team' : 'package'
  const key = `${kind} ${offer.id} ${team?.id ?? ''}`
  return {
    key,
    kind,
    offer,
    singleEvent: null,
    team,
    price: offerPrice(offer),
    to: offerCheckoutPath(offer, team ?? undefined),
    isHeld: held,
  }
}

const homeFirst = ({ participants }: LockedContent) =>
  participants.toSorted((a, b) => Number(b.is_home ?? false) - Number(a.is_home ?? false))
