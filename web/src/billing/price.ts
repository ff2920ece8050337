import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { DEFAULT_CURRENCY } from '@/shared/constants'
import { formatMoney } from '@/shared/format/money'

/** A price of an offer or of an order's product. */
export interface Price {
  /** Major units as a decimal string: `"89.99"`. */
  price: string
  currency: string
  /** `annual`, `month` or `monthly`, `season`; null for a single item (§3). */
  period: string | null
  /** Whether the price renews. Only subscriptions renew. */
  renews: boolean
}

type Term = 'year' | 'month' | 'season' | 'once'

const SUFFIXES: Record<Term, MessageDescriptor> = {
  year: msg({ message: '/ year', context: 'after a price' }),
  month: msg({ message: '/ month', context: 'after a price' }),
  season: msg({ message: '/ season', context: 'after a price' }),
  once: msg({ message: 'once', context: 'after a price' }),
}

/** Return the term of a price. A price that does not renew is for a season or paid once. */
export function priceTerm({ period, renews }: Omit<Price, 'price' | 'currency'>): Term {
  if (renews) return period === 'annual' ? 'year' : 'month'
  return period === 'season' ? 'season' : 'once'
}

/** Format the price alone, in the page's locale: `$11.99`, `11,99 $`, `¥1,200`. */
export const formatPrice = ({ price, currency }: Pick<Price, 'price' | 'currency'>, i18n: I18n): string =>
  formatMoney(price, currency, i18n.locale)

/** Return the suffix of the price: `/ month`, `/ an`, `once`. */
export const periodSuffix = (offer: Omit<Price, 'price' | 'currency'>, i18n: I18n): string =>
  useNoBreakSpaces(i18n._(SUFFIXES[priceTerm(offer)]))

/** Format the price with its suffix and no-break spaces (§9): `$11.99 / month`, `89,99 $ / an`. */
export const formatPriceWithPeriod = (offer: Price, i18n: I18n): string =>
  `${useNoBreakSpaces(formatPrice(offer, i18n))}\u00a0${periodSuffix(offer, i18n)}`

/** Return the text below a plan's price: when it renews (§9), or that it does not renew. */
export function formatPriceTerms(offer: Price, i18n: I18n): string {
  switch (priceTerm(offer)) {
    case 'year': {
      const pricePerMonth = useNoBreakSpaces(monthlyPrice(offer, i18n))
      return i18n._(msg`per year, about ${pricePerMonth} per month`)
    }
    case 'month':
      return i18n._(msg`per month, renews every 30 days`)
    case 'season':
      return i18n._(msg`per season, no renewal`)
    default:
      return offer.period
        ? i18n._(msg`one payment for 30 days, no renewal`)
        : i18n._(msg`one payment, no renewal`)
  }
}

/** Format a twelfth of a price, rounded to the nearest minor unit. Integers avoid floating-point errors. */
function monthlyPrice({ price, currency }: Price, i18n: I18n): string {
  const digits = currencyDecimals(currency)
  const minor = Math.round(Number(price.replace('.', '')) / 12)
  const text = String(minor).padStart(digits + 1, '0')
  const amount = digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text
  return formatMoney(amount, currency, i18n.locale)
}

/** Return the number of decimals of a currency: usually 2, 0 for JPY, 3 for KWD. */
function currencyDecimals(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency || DEFAULT_CURRENCY })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

const useNoBreakSpaces = (text: string) => text.replaceAll(' ', '\u00a0')
