import { serverNow } from '@/shared/clock'
import { dayKey, type FormatOptions } from '@/shared/format/dates'
import { localeOf } from '@/shared/format/locale'

/**
 * In which language days are told, and in which zone they are counted: the channel's. It sells to the end of a
 * day of its own, and its letters and receipts tell the same day wherever the viewer is.
 */
export interface DateOptions extends FormatOptions {
  timeZone: string
}

/**
 * A day that may be far off, with its year where that is another one: `June 30`, `March 14, 2027`, `14 mars 2027`.
 *
 * `2027-06-30` is that day wherever one is; an instant is a day of the calendar's zone.
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
 * The last day on which something is open that ends at this instant: what ends at midnight was open the day before.
 */
export const formatLastDay = (end: string, calendar: DateOptions): string =>
  formatDay(new Date(Date.parse(end) - 1).toISOString(), calendar)

/** The day of a line in a table: `Nov 21, 2026`, `21 nov. 2026`. */
export const formatShortDay = (instant: string, { language, timeZone }: DateOptions): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone }).format(new Date(instant))

const yearIn = (instant: number, zone: string) => dayKey(instant, zone).slice(0, 4)
