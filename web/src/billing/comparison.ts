import type { Package, Subscription } from './model'
import { isForTeam, type Offer } from './offers'

/** One kind of thing on sale, in the table of what each one opens. */
export interface ComparisonColumn {
  key: string
  kind: 'event' | 'team' | 'package' | 'subscription'
  /** The one offer it is about; null where it is about several alike. */
  offer: Offer | null
  /** What every offer of this kind opens. */
  capabilities: readonly string[]
  /** Open for so many days, or until a day, where all of them are. */
  days: number | null
  until: string | null
}

/** The columns: a game alone, a team's pass, a season's, then each subscription, the cheapest first. */
export function comparisonColumns(
  packages: readonly Package[],
  subscriptions: readonly Subscription[],
): ComparisonColumn[] {
  const kinds = Map.groupBy(packages, one =>
    one.type === 'event' ? 'event' : isForTeam(one) ? 'team' : 'package',
  )
  const groups = (['event', 'team', 'package'] as const).flatMap(kind => {
    const offers = kinds.get(kind)
    return offers ? [createColumn(kind, kind, offers)] : []
  })
  const renewed = subscriptions.toSorted((a, b) => Number(a.price) - Number(b.price))
  return [...groups, ...renewed.map(one => createColumn(`subscription ${one.id}`, 'subscription', [one]))]
}

/** What can be compared: the capabilities (§6) in the order in which viewers care. */
export const COMPARED_CAPABILITIES = [
  'watch',
  'vod_media',
  'clipping',
  'download_clip',
  'download',
  'no_ads',
] as const

/** Those of them that anything on sale opens. */
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

/** The library's capability has two names (§3). */
const hasCapability = ({ capabilities }: Offer, capability: string): boolean =>
  capabilities.includes(capability) ||
  (capability === 'vod_media' && capabilities.includes('vod_media_access'))

/** The value that all have, or null where they differ. */
const commonValue = <Value>([first, ...others]: readonly Value[]): Value | null =>
  first !== undefined && others.every(one => one === first) ? first : null
