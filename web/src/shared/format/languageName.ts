/** The names of the site's languages. `Intl.DisplayNames` first loads a table of all languages: 10 ms or more. */
const LANGUAGE_NAMES: Readonly<Record<string, string>> = { en: 'English', fr: 'Français' }

/** Return the name of a language in that language: `English`, `Français`. */
export function languageName(language: string): string {
  const knownName = LANGUAGE_NAMES[language]
  if (knownName) return knownName
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
