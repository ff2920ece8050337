import { serverNow } from '@/shared/clock'
import { DAY_MS } from '@/shared/constants'
import { localeOf } from './locale'
import { memoizeFormatter } from './memoizeFormatter'

/** In which language, and in which zone where it is not the viewer's own. */
export interface FormatOptions {
  language: string
  timeZone?: string
  /** Milliseconds since the epoch; tests give their own. */
  now?: number
}

export const dateFormatter = memoizeFormatter(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
const relativeTimeFormatter = memoizeFormatter(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)

/** `7:00 PM`, `19 h 00`. */
export function formatTime(instant: number, { language, timeZone }: FormatOptions): string {
  return formatDate(instant, language, { hour: 'numeric', minute: '2-digit', timeZone })
}

/** The day as `2026-11-21`, in the viewer's or the given zone: the key of a day. */
export function dayKey(instant: number, timeZone?: string): string {
  return dateFormatter('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(
    instant,
  )
}

/** The first date or number that is written costs 20 ms: they pass in a task of their own, while a list is on its way. */
export const warmUpFormatters = () => setTimeout(() => dayKey(0))

/** How many days from today: 0 is today, 1 tomorrow, -1 yesterday. */
export function daysFromToday(instant: number, { timeZone, now = serverNow() }: FormatOptions): number {
  const from = Date.parse(dayKey(now, timeZone))
  return Math.round((Date.parse(dayKey(instant, timeZone)) - from) / DAY_MS)
}

/** `Today`, `Tomorrow`, `Yesterday`, `Thursday` within six days, else `Nov 12`; another year is told. */
export function formatDay(instant: number, setting: FormatOptions): string {
  const { language, timeZone, now = serverNow() } = setting
  const away = daysFromToday(instant, setting)
  if (Math.abs(away) <= 1) {
    return capitalize(
      relativeTimeFormatter(localeOf(language), { numeric: 'auto' }).format(away, 'day'),
      language,
    )
  }
  if (Math.abs(away) < 7)
    return capitalize(formatDate(instant, language, { weekday: 'long', timeZone }), language)
  const year =
    dayKey(instant, timeZone).slice(0, 4) === dayKey(now, timeZone).slice(0, 4) ? undefined : 'numeric'
  return formatDate(instant, language, { month: 'short', day: 'numeric', year, timeZone })
}

/** A badge's time: `Today 7:00 PM`, `Sat 7:00 PM`, `Sam. 19 h 00`, `Nov 30, 7:00 PM`. */
export function formatDayAndTime(instant: number, setting: FormatOptions): string {
  const { language, timeZone } = setting
  const away = daysFromToday(instant, setting)
  const time = formatTime(instant, setting)
  if (Math.abs(away) <= 1) return `${formatDay(instant, setting)} ${time}`
  if (Math.abs(away) < 7) {
    return `${capitalize(formatDate(instant, language, { weekday: 'short', timeZone }), language)} ${time}`
  }
  return `${formatDay(instant, setting)}, ${time}`
}

/** A length in words: `42 min`, `1 h 21`. No-break spaces hold it together. */
export function formatDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${minutes}\u00a0min`
  return `${Math.floor(minutes / 60)}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`
}

/** An instant as these options write it. */
export function formatDate(instant: number, language: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormatter(localeOf(language), options).format(instant)
}

const capitalize = (text: string, language: string) =>
  text.charAt(0).toLocaleUpperCase(localeOf(language)) + text.slice(1)
