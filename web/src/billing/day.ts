import { localeOf } from '@/shared/format/locale'

/**
 * A day that may be far off, with its year where that is another one: `June 30`, `March 14, 2027`, `14 mars 2027`.
 *
 * An instant is told in the viewer's zone; `2027-06-30` is that day wherever one is.
 */
export function dayOf(instant: string, language: string, now: number = Date.now()): string {
  const timeZone = instant.includes('T') ? undefined : 'UTC'
  const day = new Date(instant)
  const write = (options: Intl.DateTimeFormatOptions, at: Date | number = day) =>
    new Intl.DateTimeFormat(localeOf(language), { timeZone, ...options }).format(at)
  const year = write({ year: 'numeric' }) === write({ year: 'numeric' }, now) ? undefined : 'numeric'
  return write({ month: 'long', day: 'numeric', year })
}

/**
 * The last day on which something is open that ends at this instant: what ends at midnight was open the day before.
 */
export const lastDayOf = (end: string, language: string, now?: number): string =>
  dayOf(new Date(Date.parse(end) - 1).toISOString(), language, now)

/** The day of a line in a table: `Nov 21, 2026`, `21 nov. 2026`. */
export const shortDay = (instant: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium' }).format(new Date(instant))
