import { formatDate } from '@/shared/format/dates'

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?/
const MIDNIGHT = '00:00'

/** Return the day of a date of the document: `2026-11-20` of `2026-11-20 00:00`. */
export const dayOf = (date: string): string => DATE.exec(date)?.[1] ?? ''

/** Return the date with another day. A time of day stays. */
export function withDay(date: string, day: string): string {
  const time = DATE.exec(date)?.[2]
  return time && time !== MIDNIGHT ? `${day} ${time}` : day
}

/** Return a date of the document as text, with its time unless that is midnight. Other texts stay as they are. */
export function formatEntryDate(date: string, language: string): string {
  const [, day, time = MIDNIGHT] = DATE.exec(date) ?? []
  const instant = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(instant)) return date
  const timeStyle = time === MIDNIGHT ? undefined : 'short'
  return formatDate(instant, language, { dateStyle: 'medium', timeStyle, timeZone: 'UTC' })
}
