/** A text in the channel's main language, or texts by language. */
export type LocalizedText = string | Readonly<Record<string, string>>

/** Return the texts by language. A single text is in the main language. */
export function toTexts(value: unknown, mainLanguage: string): Readonly<Record<string, string>> {
  if (typeof value === 'string') return { [mainLanguage]: value }
  return (value ?? {}) as Readonly<Record<string, string>>
}

/** Return the value with another text in one language. Without any text, it is undefined. */
export function withText(
  value: unknown,
  language: string,
  text: string,
  mainLanguage: string,
): LocalizedText | undefined {
  const texts = Object.fromEntries(
    Object.entries({ ...toTexts(value, mainLanguage), [language]: text }).filter(([, part]) => part),
  )
  const languages = Object.keys(texts)
  if (!languages.length) return undefined
  return languages.length === 1 && languages[0] === mainLanguage ? texts[mainLanguage] : texts
}

/** Return the text in a language, else in the main language, else in any. */
export function toText(value: unknown, language: string, mainLanguage: string): string {
  const texts = toTexts(value, mainLanguage)
  return texts[language] ?? texts[mainLanguage] ?? Object.values(texts)[0] ?? ''
}

/** Return the languages without a text, if there is one in another language. */
export function missingLanguages(value: unknown, languages: readonly string[]): string[] {
  const texts = toTexts(value, languages[0] ?? '')
  return Object.values(texts).some(Boolean) ? languages.filter(language => !texts[language]) : []
}

/** Return the name of a language in a language: `fr` → “French”. */
export const languageName = (language: string, inLanguage: string): string =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language) ?? language

/** Return a new key for a name: lowercase letters, digits and hyphens, and a number if the key is in use. */
export function createKey(name: string, used: ReadonlySet<string>): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const key = (plain.match(/[a-z0-9]+/g) ?? ['entry']).join('-').slice(0, 70).replace(/-$/, '')
  let unique = key
  for (let number = 2; used.has(unique); number++) unique = `${key}-${number}`
  return unique
}
