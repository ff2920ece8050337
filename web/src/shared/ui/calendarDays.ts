import { DAY_MS } from '@/shared/constants'
/** An ISO date such as `2026-11-21`. Dates compare as text and have no time zone. */
export type Day = string

const toTimestamp = (day: Day) => Date.parse(`${day}T00:00:00Z`)
const toDay = (time: number): Day => new Date(time).toISOString().slice(0, 10)

export interface DayRange {
  from: Day | null
  to: Day | null
}

export const addDays = (day: Day, days: number): Day => toDay(toTimestamp(day) + days * DAY_MS)

/** Return the same day of another month, or the last day of that month if it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(toTimestamp(day))
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(dayOfMonth, last))
  return toDay(date.getTime())
}

/** Return the day of the week. 0 is Sunday. */
export const weekday = (day: Day): number => new Date(toTimestamp(day)).getUTCDay()

/** Return the weeks of a day's month. Days of other months are null. `first` is the first day of a week. */
export function weeksOfMonth(day: Day, first = 0): (Day | null)[][] {
  const start = `${day.slice(0, 8)}01`
  const count = Number(addDays(addMonths(start, 1), -1).slice(8))
  const leadingDays = (weekday(start) - first + 7) % 7
  const cells: (Day | null)[] = [
    ...Array<null>(leadingDays).fill(null),
    ...Array.from({ length: count }, (_, index) => addDays(start, index)),
  ]
  while (cells.length % 7) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/** Return the range after a press on a day. The first press starts a range, the second ends it. */
export function extendRange({ from, to }: DayRange, day: Day): DayRange {
  if (!from || (to && to !== from) || day < from) return { from: day, to: day }
  return day === from && to === from ? { from: null, to: null } : { from, to: day }
}

/** Return the day to which a key moves the cursor, or null for other keys. */
export function dayForKey(key: string, day: Day): Day | null {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
  const step = steps[key]
  if (step) return addDays(day, step)
  if (key === 'PageUp') return addMonths(day, -1)
  if (key === 'PageDown') return addMonths(day, 1)
  if (key === 'Home') return addDays(day, -weekday(day))
  if (key === 'End') return addDays(day, 6 - weekday(day))
  return null
}

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`

/** Return the first day of the week in a locale. 0 is Sunday. Browsers without `getWeekInfo` get Sunday. */
export function firstDayOfWeek(locale: string): number {
  const localeInfo = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  return (localeInfo.getWeekInfo?.().firstDay ?? 7) % 7
}

/** Format a day. It uses UTC, because a day has no time zone. */
export function formatDay(day: Day, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(toTimestamp(day))
}
