import type { EntryValue } from '@/shared/studio/entries'
import { withoutEmpty } from './offerForm'
import type { OfferHolders, StudioOffer } from './studioOffersApi'

/** What a change of an offer touches that its holders care about. */
export type OfferChange = 'price' | 'period' | 'term' | 'access'

const ACCESS_FIELDS = ['type', 'is_team_pass', 'categories', 'capabilities', 'limits']

/** Return the changes that holders will ask about. Their orders keep what they bought. */
export function offerChanges(before: EntryValue, after: EntryValue): OfferChange[] {
  const differs = (...names: string[]) => names.some(name => toKey(before[name]) !== toKey(after[name]))
  return [
    ...(totalOf(before) === totalOf(after) ? [] : ['price' as const]),
    ...('trial_period' in after && differs('period', 'offer') ? ['period' as const] : []),
    ...(differs('days', 'until', 'off_season') ? ['term' as const] : []),
    ...(differs(...ACCESS_FIELDS) ? ['access' as const] : []),
  ]
}

/** Return a text that is the same for equal values. A part that is null counts as missing. */
function toKey(value: unknown): string {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
  return JSON.stringify((isGroup ? withoutEmpty(value as EntryValue) : value) ?? null)
}

/** Return the number of holders, and how many of them renew. */
export const countHolders = (offer: StudioOffer | undefined) => ({
  holders: sum(offer?.holders ?? [], 'holders'),
  renewing: sum(offer?.holders ?? [], 'renewing'),
})

const sum = (counts: readonly OfferHolders[], name: 'holders' | 'renewing') =>
  counts.reduce((total, count) => total + count[name], 0)

/** Return the total of the price in a text that does not depend on how the amounts are written. */
function totalOf({ price }: EntryValue): string {
  const { base = 0, fee = 0 } = (price ?? {}) as Record<string, unknown>
  return (Number(base) + Number(fee)).toFixed(3)
}
