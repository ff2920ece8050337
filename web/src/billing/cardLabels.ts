import { serverNow } from '@/shared/clock'
import type { SavedCard } from './model'

/** Display names of the card brands, by the payment provider's short names. */
const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  cartes_bancaires: 'Cartes Bancaires',
}

/** Return the display name of a card brand (`Visa`), or the provider's name for an unknown brand. */
export const brandName = (brand: string): string => BRANDS[brand] ?? brand

/** Return the expiry date as printed on the card: `08/28`. */
export const formatExpiry = ({ exp_month, exp_year }: Pick<SavedCard, 'exp_month' | 'exp_year'>): string =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`

/** Return whether a card is expired. A card is valid until the end of its month. */
export function isExpired(
  { exp_month, exp_year }: Pick<SavedCard, 'exp_month' | 'exp_year'>,
  now: number = serverNow(),
): boolean {
  return now >= new Date(exp_year, exp_month, 1).getTime()
}
