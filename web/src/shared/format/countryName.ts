import { localeOf } from './locale'

/** Return the name of a country (`US`) in a language, or null if the code is unknown. */
export function countryName(code: string, language: string): string | null {
  if (!/^[A-Z]{2}$/i.test(code)) return null
  const names = new Intl.DisplayNames(localeOf(language), { type: 'region', fallback: 'none' })
  return names.of(code.toUpperCase()) ?? null
}
