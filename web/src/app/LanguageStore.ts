import { makeObservable, observable, runInAction } from 'mobx'
import { DEFAULT_LANGUAGE } from '@/shared/constants'
import { activateLanguage, hasMessages, preloadLanguage } from '@/shared/messages'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'

/** The language on the page: the viewer's choice, else the one the server rendered, else English. */
export class LanguageStore {
  current: string

  constructor(
    private readonly storage: BrowserStorage,
    rendered: string,
  ) {
    const wanted = storage.get<string>('language') ?? rendered
    this.current = hasMessages(wanted) ? wanted : DEFAULT_LANGUAGE
    preloadLanguage(this.current)
    makeObservable(this, { current: observable })
  }

  /** Loads a language's messages and puts them on the page; an unknown one becomes English. */
  async use(language: string): Promise<void> {
    const known = hasMessages(language) ? language : DEFAULT_LANGUAGE
    await activateLanguage(known)
    runInAction(() => {
      this.current = known
    })
  }

  /** Remembers that the viewer asked for this language. */
  choose(language: string): void {
    this.storage.set('language', language)
  }
}
