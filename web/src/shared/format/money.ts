import { DEFAULT_CURRENCY } from '@/shared/constants'
import { localeOf } from './locale'
import { memoizeFormatter } from './memoizeFormatter'

const currencyFormatter = memoizeFormatter(
  (locale, currency: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
)

/** Format `"12.50"` and `USD` as `$12.50` or `12,50 $`. The default currency is USD. */
export function formatMoney(amount: string, currency: string | null, language: string): string {
  return currencyFormatter(localeOf(language), currency || DEFAULT_CURRENCY).format(
    amount as Intl.StringNumericLiteral,
  )
}
