import { dates, type Setting, write } from './dates'
import { localeOf } from './locale'

/** `Saturday, November 21`, `samedi 21 novembre`. */
export function longDay(instant: number, { language, timeZone }: Setting): string {
  return write(instant, language, { weekday: 'long', month: 'long', day: 'numeric', timeZone })
}

/** The zone in short: `CST`, `HNC`. */
export function zoneName(instant: number, { language, timeZone }: Setting): string {
  const parts = dates(localeOf(language), { timeZoneName: 'short', timeZone }).formatToParts(instant)
  return parts.find(part => part.type === 'timeZoneName')?.value ?? ''
}
