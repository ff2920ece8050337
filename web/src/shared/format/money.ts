import { localeOf } from './locale'

/** `"12.50"` and `USD` as a viewer writes it: `$12.50`, `12,50 $`. */
export function money(amount: string, currency: string, language: string): string {
  return new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amount as Intl.StringNumericLiteral)
}
