import { i18n, type Messages } from '@lingui/core'
import { inTime } from '@/shared/screens'

const catalogs: Record<string, () => Promise<{ messages: Messages }>> = {
  en: () => import('@/locales/en.po'),
  fr: () => import('@/locales/fr.po'),
}

export const hasMessages = (language: string): boolean => language in catalogs

/** Loads a language's messages and puts them on the page. */
export async function speak(language: string): Promise<void> {
  const load = catalogs[language]
  if (!load) throw new RangeError(`There are no messages in ${language}`)
  const { messages } = await inTime(load())
  i18n.loadAndActivate({ locale: language, messages })
}
