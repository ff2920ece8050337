import { serverNow } from '@/shared/clock'
import { DAY_MS } from '@/shared/constants'
import { localeOf } from './locale'
import { memoizeFormatter } from './memoizeFormatter'

/** Language and optional time zone of a formatted date. The default is the viewer's time zone. */
export interface FormatOptions {
  language: string
  timeZone?: string
  /** The current time in milliseconds since the epoch. Tests set it. */
  now?: number
}

export const dateFormatter = memoizeFormatter(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
const relativeTimeFormatter = memoizeFormatter(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)

/** Return the time of day: `7:00 PM`, `19 h 00`. No-break spaces keep its parts on one line. */
export function formatTime(instant: number, { language, timeZone }: FormatOptions): string {
  return formatDate(instant, language, { hour: 'numeric', minute: '2-digit', timeZone }).replace(
    /\s/g,
    '\u00a0',
  )
}

/** Return the day as `2026-11-21`, in the viewer's or the given time zone. Use it as the key of a day. */
export function dayKey(instant: number, timeZone?: string): string {
  return dateFormatter('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(
    instant,
  )
}

/** Format a date in a separate task while a list loads. The first formatted date or number costs 20 ms. */
export const warmUpFormatters = () => setTimeout(() => dayKey(0))

/** Return the number of days from today: 0 is today, 1 tomorrow, -1 yesterday. */
export function daysFromToday(instant: number, { timeZone, now = serverNow() }: FormatOptions): number {
  const today = Date.parse(dayKey(now, timeZone))
  return Math.round((Date.parse(dayKey(instant, timeZone)) - today) / DAY_MS)
}

/**
 * Return `Today`, `Tomorrow`, `Yesterday`, a weekday within six days, or `Nov 12`. Dates in another year include the
 * year.
 */
export function formatDay(instant: number, options: FormatOptions): string {
  const { language, timeZone, now = serverNow() } = options
  const days = daysFromToday(instant, options)
  if (Math.abs(days) <= 1) {
    return capitalize(
      relativeTimeFormatter(localeOf(language), { numeric: 'auto' }).format(days, 'day'),
      language,
    )
  }
  if (Math.abs(days) < 7)
    return capitalize(formatDate(instant, language, { weekday: 'long', timeZone }), language)
  const year =
    dayKey(instant, timeZone).slice(0, 4) === dayKey(now, timeZone).slice(0, 4) ? undefined : 'numeric'
  return formatDate(instant, language, { month: 'short', day: 'numeric', year, timeZone })
}

/** Return the day and time for a badge: `Today 7:00 PM`, `Sat 7:00 PM`, `Sam. 19 h 00`, `Nov 30, 7:00 PM`. */
export function formatDayAndTime(instant: number, options: FormatOptions): string {
  const { language, timeZone } = options
  const days = daysFromToday(instant, options)
  const time = formatTime(instant, options)
  if (Math.abs(days) <= 1) return `${formatDay(instant, options)} ${time}`
  if (Math.abs(days) < 7) {
    return `${capitalize(formatDate(instant, language, { weekday: 'short', timeZone }), language)} ${time}`
  }
  return `${formatDay(instant, options)}, ${time}`
}

/** Return a duration: `42 min`, `1 h 21`. No-break spaces keep the parts on one line. */
export function formatDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${minutes}\u00a0min`
  return `${Math.floor(minutes / 60)}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`
}

/** Format an instant with `Intl` options. */
export function formatDate(instant: number, language: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormatter(localeOf(language), options).format(instant)
}

const capitalize = (text: string, language: string) =>
  text.charAt(0).toLocaleUpperCase(localeOf(language)) + text.slice(1)
