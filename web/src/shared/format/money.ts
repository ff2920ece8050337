import { DEFAULT_CURRENCY } from '@/shared/constants'
import { localeOf } from './locale'

/** `"12.50"` and `USD` as a viewer writes it: `$12.50`, `12,50 $`. A channel without a currency has USD. */
export function money(amount: string, currency: string | null, language: string): string {
  return new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency: currency || DEFAULT_CURRENCY,
    currencyDisplay: 'narrowSymbol',
  }).format(amount as Intl.StringNumericLiteral)
}
