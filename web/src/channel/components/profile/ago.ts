import { localeOf } from '@/shared/format/locale'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago something was: `2 hours ago`, `yesterday`, `now`. */
export function ago(instant: number, language: string, now = Date.now()): string {
  const write = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
  const past = Math.max(0, now - instant)
  for (const [unit, length] of UNITS) {
    if (past >= length) return write.format(-Math.floor(past / length), unit)
  }
  return write.format(0, 'second')
}

/** A country's name in the page's language; a code that is none stays as it is. */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
