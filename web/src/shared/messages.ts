import { i18n, type Messages } from '@lingui/core'
import { withTimeout } from '@/shared/loading/withTimeout'

type Load = () => Promise<{ messages: Messages }>

/** Each language in two parts: what the first page says, and all else (`bundling/messageParts.ts`). */
const catalogs: Record<string, { first: Load; rest: Load }> = {
  en: { first: () => import('@/locales/en.first.po'), rest: () => import('@/locales/en.rest.po') },
  fr: { first: () => import('@/locales/fr.first.po'), rest: () => import('@/locales/fr.rest.po') },
}

/** What is spoken, or about to be; `whole` once a screen beyond the first page was asked for. */
const activeLanguage = { language: null as string | null, whole: false }

export const hasMessages = (language: string): boolean => language in catalogs

/** Tells early what language it will be: screens fetch their words while the channel is on its way. */
export function preloadLanguage(language: string): void {
  activeLanguage.language = language
}

/** Loads a language's messages and puts them on the page. */
export async function activateLanguage(language: string): Promise<void> {
  if (!hasMessages(language)) throw new RangeError(`There are no messages in ${language}`)
  await loadPart(language, 'first')
  // What is on the page by now may say more than the first one.
  if (activeLanguage.whole) await loadPart(language, 'rest')
  activeLanguage.language = language
  i18n.activate(language)
}

/** Loads the words beyond the first page; a screen that says more is not shown before them. */
export async function loadAllMessages(): Promise<void> {
  activeLanguage.whole = true
  if (activeLanguage.language) await loadPart(activeLanguage.language, 'rest')
}

const loadedParts = new Set<string>()

async function loadPart(language: string, part: 'first' | 'rest'): Promise<void> {
  const name = `${language} ${part}`
  const catalog = catalogs[language]
  if (!catalog || loadedParts.has(name)) return
  const { messages } = await withTimeout(catalog[part]())
  loadedParts.add(name)
  // To be told of new words, the whole page would be drawn anew at once, and nothing on it says any of these.
  if (part === 'rest' && i18n.locale === language) Object.assign(i18n.messages, messages)
  else i18n.load(language, messages)
}
