import { dateFormatter, type FormatOptions, formatDate } from './dates'
import { localeOf } from './locale'

/** Return the day in full: `Saturday, November 21`, `samedi 21 novembre`. */
export function formatLongDay(instant: number, { language, timeZone }: FormatOptions): string {
  return formatDate(instant, language, { weekday: 'long', month: 'long', day: 'numeric', timeZone })
}

/** Return the abbreviation of the time zone: `CST`, `HNC`. */
export function timeZoneAbbreviation(instant: number, { language, timeZone }: FormatOptions): string {
  const parts = dateFormatter(localeOf(language), { timeZoneName: 'short', timeZone }).formatToParts(instant)
  return parts.find(part => part.type === 'timeZoneName')?.value ?? ''
}
