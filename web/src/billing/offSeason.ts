import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { DAY_MS } from '@/shared/constants'
import { dayKey } from '@/shared/format/dates'
import type { OffSeason } from '@/shared/shell'
import { type DateOptions, formatMonthDay } from './dates'

/** Return a sentence about the months without charges. */
export function offSeasonText({ from, until }: OffSeason, i18n: I18n): string {
  const start = formatMonthDay(from, i18n.locale)
  const end = formatMonthDay(until, i18n.locale)
  return i18n._(msg`No charge from ${start} to ${end}. You keep access in the meantime.`)
}

/** Return when the days of season after an instant are over, as the server calculates it. */
export function chargeTimeAfter(
  start: number,
  days: number,
  offSeason: OffSeason | null,
  { timeZone }: DateOptions,
): number {
  if (!offSeason) return start + days * DAY_MS
  let [at, remaining] = [start, days]
  while (remaining > 0 || isInOffSeason(at, offSeason, timeZone)) {
    if (!isInOffSeason(at, offSeason, timeZone)) remaining -= 1
    at += DAY_MS
  }
  return at
}

function isInOffSeason(at: number, { from, until }: OffSeason, timeZone: string): boolean {
  const day = dayKey(at, timeZone).slice(5)
  return from <= until ? from <= day && day <= until : from <= day || day <= until
}
