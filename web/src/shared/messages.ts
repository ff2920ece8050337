import { i18n, type Messages } from '@lingui/core'
import { withTimeout } from '@/shared/loading/withTimeout'

type Load = () => Promise<{ messages: Messages }>

/** The message files of each language: one for the first page, one for the rest (`bundling/messageParts.ts`). */
const catalogs: Record<string, { first: Load; rest: Load }> = {
  en: { first: () => import('@/locales/en.first.po'), rest: () => import('@/locales/en.rest.po') },
  fr: { first: () => import('@/locales/fr.first.po'), rest: () => import('@/locales/fr.rest.po') },
}

/** The current or next language. `whole` is true after a screen other than the first page was requested. */
const activeLanguage = { language: null as string | null, whole: false }

export const hasMessages = (language: string): boolean => language in catalogs

/** Set the next language early, so that screens load their messages while the channel loads. */
export function preloadLanguage(language: string): void {
  activeLanguage.language = language
}

/** Load the messages of a language and activate it. */
export async function activateLanguage(language: string): Promise<void> {
  if (!hasMessages(language)) throw new RangeError(`There are no messages in ${language}`)
  await loadPart(language, 'first')
  // Screens on the page may already use messages beyond the first page.
  if (activeLanguage.whole) await loadPart(language, 'rest')
  activeLanguage.language = language
  i18n.activate(language)
}

/** Load the messages beyond the first page. Screens that use them wait for this. */
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
  // Add the messages without a change event. `i18n.load` would render the whole page again, but no visible component
  // uses these messages.
  if (part === 'rest' && i18n.locale === language) Object.assign(i18n.messages, messages)
  else i18n.load(language, messages)
}
