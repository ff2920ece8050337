import { i18n, type Messages } from '@lingui/core'
import { action, makeObservable, observable, runInAction } from 'mobx'
import { DEFAULT_LANGUAGE } from '@/shared/constants'
import { inTime } from '@/shared/screens'
import type { BrowserStorage } from '@/shared/storage/storage'

const catalogs: Record<string, () => Promise<{ messages: Messages }>> = {
  en: () => import('@/locales/en.po'),
  fr: () => import('@/locales/fr.po'),
}

/** The language on the page: the viewer's choice, else the one the server rendered, else English. */
export class LanguageStore {
  current: string

  constructor(
    private readonly storage: BrowserStorage,
    rendered: string,
  ) {
    const wanted = storage.get<string>('language') ?? rendered
    this.current = wanted in catalogs ? wanted : DEFAULT_LANGUAGE
    makeObservable(this, { current: observable, use: action })
  }

  /** Loads a language's messages and puts them on the page; an unknown one becomes English. */
  async use(language: string): Promise<void> {
    const known = language in catalogs ? language : DEFAULT_LANGUAGE
    const load = catalogs[known]
    if (!load) return
    const { messages } = await inTime(load())
    runInAction(() => {
      i18n.loadAndActivate({ locale: known, messages })
      this.current = known
    })
  }

  /** Remembers that the viewer asked for this language. */
  choose(language: string): void {
    this.storage.set('language', language)
  }
}
