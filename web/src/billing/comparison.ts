import type { Package, Subscription } from './model'
import { isForTeam, type Offer } from './offers'

/** One column of the comparison table: a kind of offer. */
export interface ComparisonColumn {
  key: string
  kind: 'event' | 'team' | 'package' | 'subscription'
  /** The offer of the column, or null for several offers of one kind. */
  offer: Offer | null
  /** The capabilities that all offers of the column have. */
  capabilities: readonly string[]
  /** The common number of days of access, or null if the offers differ. */
  days: number | null
  /** The common last day of access, or null if the offers differ. */
  until: string | null
}

/** Return the columns: single event, team pass, package, then each subscription, cheapest first. */
export function comparisonColumns(
  packages: readonly Package[],
  subscriptions: readonly Subscription[],
): ComparisonColumn[] {
  const kinds = Map.groupBy(packages, offer =>
    offer.type === 'event' ? 'event' : isForTeam(offer) ? 'team' : 'package',
  )
  const groups = (['event', 'team', 'package'] as const).flatMap(kind => {
    const offers = kinds.get(kind)
    return offers ? [createColumn(kind, kind, offers)] : []
  })
  const byPrice = subscriptions.toSorted((a, b) => Number(a.price) - Number(b.price))
  return [
    ...groups,
    ...byPrice.map(offer => createColumn(`subscription ${offer.id}`, 'subscription', [offer])),
  ]
}

/** The compared capabilities (§6), in order of importance for viewers. */
export const COMPARED_CAPABILITIES = [
  'watch',
  'vod_media',
  'clipping',
  'download_clip',
  'download',
  'no_ads',
] as const

/** Return the compared capabilities that at least one column has. */
export const comparedCapabilities = (columns: readonly ComparisonColumn[]) =>
  COMPARED_CAPABILITIES.filter(capability => columns.some(column => column.capabilities.includes(capability)))

function createColumn(
  key: string,
  kind: ComparisonColumn['kind'],
  offers: readonly Offer[],
): ComparisonColumn {
  const [first, ...others] = offers
  return {
    key,
    kind,
    offer: first && others.length === 0 ? first : null,
    capabilities: COMPARED_CAPABILITIES.filter(capability =>
      offers.every(offer => hasCapability(offer, capability)),
    ),
    days: commonValue(offers.map(offer => ('days' in offer ? (offer.days ?? null) : null))),
    until: commonValue(offers.map(offer => ('until' in offer ? (offer.until ?? null) : null))),
  }
}

/** Return whether an offer has a capability. The library capability has two names (§3). */
const hasCapability = ({ capabilities }: Offer, capability: string): boolean =>
  capabilities.includes(capability) ||
  (capability === 'vod_media' && capabilities.includes('vod_media_access'))

/** Return the value that all have in common, or null if they differ. */
const commonValue = <Value>([first, ...others]: readonly Value[]): Value | null =>
  first !== undefined && others.every(value => value === first) ? first : null
