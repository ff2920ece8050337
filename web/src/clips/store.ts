import type { Api } from '@/shared/http/session'
import type { ContextStore, Shell } from '@/shared/shell'
import { Brought } from '@/shared/stores/Brought'

/** Makes a store that only some screens and parts have. */
export type MakeStore<Store> = (api: Api, clips: ClipsStore) => Store

/** What the first page carries of clips: nothing but the way to what comes with their screens and parts. */
export class ClipsStore implements ContextStore {
  private readonly brought: Brought<[Api, ClipsStore]>

  constructor(readonly shell: Shell) {
    this.brought = new Brought(shell.api, this)
  }

  /** A store that only some screens have. */
  bring<Store extends object>(make: MakeStore<Store>): Store {
    return this.brought.get(make)
  }

  reset(): void {
    for (const store of this.brought.all) store.reset?.()
  }

  languageChanged(): void {
    for (const store of this.brought.all) store.languageChanged?.()
  }
}
