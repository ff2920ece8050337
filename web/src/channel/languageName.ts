/** Those that the site speaks. To be told by the browser, it reads its table of all languages first: 10 ms and more. */
const LANGUAGE_NAMES: Readonly<Record<string, string>> = { en: 'English', fr: 'Français' }

/** A language's name in itself: `English`, `Français`. */
export function languageName(language: string): string {
  const own = LANGUAGE_NAMES[language]
  if (own) return own
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
