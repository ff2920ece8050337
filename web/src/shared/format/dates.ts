import { serverNow } from '@/shared/clock'
import { DAY_MS } from '@/shared/constants'
import { kept } from './kept'
import { localeOf } from './locale'

/** In which language, and in which zone where it is not the viewer's own. */
export interface Setting {
  language: string
  timeZone?: string
  /** Milliseconds since the epoch; tests give their own. */
  now?: number
}

export const dates = kept(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
const distances = kept(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)

/** `7:00 PM`, `19 h 00`. */
export function clock(instant: number, { language, timeZone }: Setting): string {
  return write(instant, language, { hour: 'numeric', minute: '2-digit', timeZone })
}

/** The day as `2026-11-21`, in the viewer's or the given zone: the key of a day. */
export function dayKey(instant: number, timeZone?: string): string {
  return dates('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(instant)
}

/** The first date or number that is written costs 20 ms: they pass in a task of their own, while a list is on its way. */
export const prepareFormats = () => setTimeout(() => dayKey(0))

/** How many days from today: 0 is today, 1 tomorrow, -1 yesterday. */
export function daysAway(instant: number, { timeZone, now = serverNow() }: Setting): number {
  const from = Date.parse(dayKey(now, timeZone))
  return Math.round((Date.parse(dayKey(instant, timeZone)) - from) / DAY_MS)
}

/** `Today`, `Tomorrow`, `Yesterday`, `Thursday` within six days, else `Nov 12`; another year is told. */
export function dayLabel(instant: number, setting: Setting): string {
  const { language, timeZone, now = serverNow() } = setting
  const away = daysAway(instant, setting)
  if (Math.abs(away) <= 1) {
    return capital(distances(localeOf(language), { numeric: 'auto' }).format(away, 'day'), language)
  }
  if (Math.abs(away) < 7) return capital(write(instant, language, { weekday: 'long', timeZone }), language)
  const year =
    dayKey(instant, timeZone).slice(0, 4) === dayKey(now, timeZone).slice(0, 4) ? undefined : 'numeric'
  return write(instant, language, { month: 'short', day: 'numeric', year, timeZone })
}

/** A badge's time: `Today 7:00 PM`, `Sat 7:00 PM`, `Sam. 19 h 00`, `Nov 30, 7:00 PM`. */
export function whenLabel(instant: number, setting: Setting): string {
  const { language, timeZone } = setting
  const away = daysAway(instant, setting)
  const time = clock(instant, setting)
  if (Math.abs(away) <= 1) return `${dayLabel(instant, setting)} ${time}`
  if (Math.abs(away) < 7) {
    return `${capital(write(instant, language, { weekday: 'short', timeZone }), language)} ${time}`
  }
  return `${dayLabel(instant, setting)}, ${time}`
}

/** A length in words: `42 min`, `1 h 21`. No-break spaces hold it together. */
export function lengthLabel(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${minutes}\u00a0min`
  return `${Math.floor(minutes / 60)}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`
}

/** An instant as these options write it. */
export function write(instant: number, language: string, options: Intl.DateTimeFormatOptions): string {
  return dates(localeOf(language), options).format(instant)
}

const capital = (text: string, language: string) =>
  text.charAt(0).toLocaleUpperCase(localeOf(language)) + text.slice(1)
