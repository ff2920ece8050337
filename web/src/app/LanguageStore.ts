import { makeObservable, observable, runInAction } from 'mobx'
import { DEFAULT_LANGUAGE } from '@/shared/constants'
import { activateLanguage, hasMessages, preloadLanguage } from '@/shared/messages'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'

/** The page's language: the viewer's choice, else the language that the server rendered, else English. */
export class LanguageStore {
  current: string

  constructor(
    private readonly storage: BrowserStorage,
    rendered: string,
  ) {
    const preferred = storage.get<string>('language') ?? rendered
    this.current = hasMessages(preferred) ? preferred : DEFAULT_LANGUAGE
    preloadLanguage(this.current)
    makeObservable(this, { current: observable })
  }

  /** Load the messages of a language and activate it. An unknown language becomes English. */
  async activate(language: string): Promise<void> {
    const supported = hasMessages(language) ? language : DEFAULT_LANGUAGE
    await activateLanguage(supported)
    runInAction(() => {
      this.current = supported
    })
  }

  /** Store the viewer's choice of language. */
  savePreference(language: string): void {
    this.storage.set('language', language)
  }
}
