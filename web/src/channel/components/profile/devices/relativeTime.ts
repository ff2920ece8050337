import { serverNow } from '@/shared/clock'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/shared/constants'
import { localeOf } from '@/shared/format/locale'

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

/** Format how long ago a time was: `2 hours ago`, `yesterday`, `now`. */
export function formatRelativeTime(instant: number, language: string, now = serverNow()): string {
  const formatter = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
  const elapsed = Math.max(0, now - instant)
  for (const [unit, length] of UNITS) {
    if (elapsed >= length) return formatter.format(-Math.floor(elapsed / length), unit)
  }
  return formatter.format(0, 'second')
}
