import { serverNow } from '@/shared/clock'
import type { SavedCard } from './model'

/** The providers' short names, as people know the brands. */
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

/** `Visa`; a brand that is not known stays as the provider calls it. */
export const brandName = (brand: string): string => BRANDS[brand] ?? brand

/** As it stands on the card: `08/28`. */
export const formatExpiry = ({ exp_month, exp_year }: Pick<SavedCard, 'exp_month' | 'exp_year'>): string =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`

/** A card is good to the end of its month. */
export function isExpired(
  { exp_month, exp_year }: Pick<SavedCard, 'exp_month' | 'exp_year'>,
  now: number = serverNow(),
): boolean {
  return now >= new Date(exp_year, exp_month, 1).getTime()
}
