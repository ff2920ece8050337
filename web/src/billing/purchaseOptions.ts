import type { LockedContent } from '@/shared/contexts/purchaseOptions'
import type { BuyableEvent, OfferLine, OfferQuery, SaleCatalog, Team } from './model'
import { eventCheckoutPath, isSubscription, type Offer, offerCheckoutPath, offerPrice } from './offers'
import type { Price } from './price'

/** One way to open locked content, with its checkout path. */
export interface PurchaseOption {
  key: string
  kind: 'event' | 'team' | 'package' | 'subscription'
  /** The package or subscription, or null for the event alone. */
  offer: Offer | null
  /** For the event alone: the ID of its package, and whether the event is over. */
  singleEvent: { package: number | null; over: boolean } | null
  /** The team of a team pass. */
  team: Pick<Team, 'id' | 'name'> | null
  price: Price
  to: string
  /** Whether the viewer already has the offer, or a pass that covers it. */
  isHeld: boolean
}

export const toLockedContent = (event: BuyableEvent): LockedContent => ({
  ...event,
  kind: 'event',
  event_category_id: event.event_category?.id ?? event.event_category_id,
  isOver: event.stream_status === 'finished',
})

/** Return the offer query of locked content. */
export const offerQuery = ({ kind, id }: LockedContent): OfferQuery =>
  kind === 'event' ? { event_id: id } : { vod_id: id }

/**
 * Return all options that open locked content, from the lines of the server: the event alone, team passes,
 * packages and subscriptions. The home team's pass is first.
 */
export function listPurchaseOptions(
  content: LockedContent,
  lines: readonly OfferLine[],
  catalog: SaleCatalog,
): PurchaseOption[] {
  const teamIds = homeFirst(content).map(({ id }) => id)
  const teamRank = ({ participant_id: id }: OfferLine) => (id === null ? -1 : teamIds.indexOf(id))
  return lines
    .toSorted((a, b) => (a.type === b.type && a.id === b.id ? teamRank(a) - teamRank(b) : 0))
    .flatMap(line =>
      line.type === 'event' ? singleEventOptions(line, content) : passOptions(line, content, catalog),
    )
}

function passOptions(
  { type, id, participant_id, held }: OfferLine,
  content: LockedContent,
  catalog: SaleCatalog,
): PurchaseOption[] {
  const offers: readonly Offer[] = type === 'package' ? catalog.packages : catalog.subscriptions
  const offer = offers.find(item => item.id === id)
  const team = content.participants.find(participant => participant.id === participant_id) ?? null
  return offer && (team !== null || participant_id === null) ? [toPurchaseOption(offer, team, held)] : []
}

/** Return at most `limit` options, with as many kinds as possible, in their original order. */
export function sampleOptions(options: readonly PurchaseOption[], limit: number): PurchaseOption[] {
  const firsts = KIND_ORDER.flatMap(kind => options.find(option => option.kind === kind) ?? [])
  const chosen = [...new Set([...firsts, ...options])].slice(0, limit)
  return options.filter(option => chosen.includes(option))
}

/** The kinds in order of preference: the single event and its team first, then wider passes. */
const KIND_ORDER: readonly PurchaseOption['kind'][] = ['event', 'team', 'subscription', 'package']

function singleEventOptions({ held }: OfferLine, content: LockedContent): PurchaseOption[] {
  const to = eventCheckoutPath(content)
  if (held || content.kind !== 'event' || to === null || Number(content.price) <= 0) return []
  const price = { price: content.price, currency: content.currency, period: null, renews: false }
  const singleEvent = { package: content.single_event_package_id, over: content.isOver }
  return [
    {
      key: 'event',
      kind: 'event',
      offer: null,
      singleEvent,
      team: null,
      price,
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
