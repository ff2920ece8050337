import { serverNow } from '@/shared/clock'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/shared/constants'
import { localeOf } from '@/shared/format/locale'

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

/** How long ago something was: `2 hours ago`, `yesterday`, `now`. */
export function formatRelativeTime(instant: number, language: string, now = serverNow()): string {
  const write = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
  const past = Math.max(0, now - instant)
  for (const [unit, length] of UNITS) {
    if (past >= length) return write.format(-Math.floor(past / length), unit)
  }
  return write.format(0, 'second')
}
