import { serverNow } from '@/shared/clock'
import { dayKey, type FormatOptions } from '@/shared/format/dates'
import { localeOf } from '@/shared/format/locale'

/**
 * The language of dates and the channel's time zone. Access ends at the end of a day in this zone. Emails and
 * receipts use the same zone, so every place shows the same day.
 */
export interface DateOptions extends FormatOptions {
  timeZone: string
}

/**
 * Format a day, with the year if it is not the current one: `June 30`, `March 14, 2027`, `14 mars 2027`.
 *
 * A date such as `2027-06-30` is the same day in every zone. A date with a time is a day in `timeZone`.
 */
export function formatDay(when: string, { language, timeZone, now = serverNow() }: DateOptions): string {
  const zone = when.includes('T') ? timeZone : 'UTC'
  const at = Date.parse(when)
  const year = yearIn(at, zone) === yearIn(now, timeZone) ? undefined : 'numeric'
  return new Intl.DateTimeFormat(localeOf(language), {
    timeZone: zone,
    month: 'long',
    day: 'numeric',
    year,
  }).format(at)
}

/**
 * Format the last day of access that ends at this instant. Access that ends at midnight ends on the day before.
 */
export const formatLastDay = (end: string, options: DateOptions): string =>
  formatDay(new Date(Date.parse(end) - 1).toISOString(), options)

/** Format a day of each year, written as `MM-DD`: `June 1`, `1 juin`. */
export const formatMonthDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', month: 'long', day: 'numeric' }).format(
    Date.parse(`2024-${day}`),
  )

/** Format a short date for tables: `Nov 21, 2026`, `21 nov. 2026`. */
export const formatShortDay = (instant: string, { language, timeZone }: DateOptions): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone }).format(new Date(instant))

const yearIn = (instant: number, zone: string) => dayKey(instant, zone).slice(0, 4)
