import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { countryName } from '@/shared/format/countryName'
import { localeOf } from '@/shared/format/locale'
import { formatMoney } from '@/shared/format/money'
import { formatDay } from '@/shared/ui/calendarDays'

/** Create formatters for figures and days in a language. */
export function createFormatters(language: string) {
  const locale = localeOf(language)
  const number = (options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)
  const integer = number({ maximumFractionDigits: 0 })
  const short = number({ notation: 'compact', maximumFractionDigits: 1 })
  const percent = number({ style: 'percent', maximumFractionDigits: 0 })
  const finePercent = number({ style: 'percent', maximumFractionDigits: 1 })
  const second = number({ style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 1 })
  const oneDecimal = number({ maximumFractionDigits: 1 })
  return {
    /** `12,480` */
    count: (value: number) => integer.format(value),
    /** `12.5K`, on axes */
    short: (value: number) => short.format(value),
    /** `0.4` */
    one: (value: number) => oneDecimal.format(value),
    /** `12%`. Shares below 10% have one decimal, so that 0.4% is not shown as 0%. */
    share: (value: number) => (value > 0 && value < 0.1 ? finePercent : percent).format(value),
    /** `1.4 sec`, from milliseconds */
    seconds: (milliseconds: number) => second.format(milliseconds / 1000),
    /** `Nov 14` */
    day: (day: string) => formatDay(day, locale, { month: 'short', day: 'numeric' }),
    /** `Saturday, November 14` */
    longDay: (day: string) => formatDay(day, locale, { weekday: 'long', month: 'long', day: 'numeric' }),
    /** `Nov 14, 2026` */
    fullDay: (day: string) => formatDay(day, locale, { month: 'short', day: 'numeric', year: 'numeric' }),
    /** `Oct 26 – Nov 22, 2026` */
    days: (from: string, to: string) =>
      new Intl.DateTimeFormat(locale, {
        month: 'short',
        day: 'numeric',
        year: 'numeric',
        timeZone: 'UTC',
      }).formatRange(Date.parse(from), Date.parse(to)),
    money: (amount: string | number, currency: string) => formatMoney(String(amount), currency, language),
    /** `US` becomes `États-Unis` in French. */
    country: (code: string) => countryName(code, language),
    /** `A, B and C` */
    list: (items: string[]) => new Intl.ListFormat(locale).format(items),
  }
}

export type Formatters = ReturnType<typeof createFormatters>

/** Return the formatters for the page's language. */
export function useFormatters(): Formatters {
  const { i18n } = useLingui()
  return useMemo(() => createFormatters(i18n.locale), [i18n.locale])
}
