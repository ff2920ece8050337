import type { Api } from '@/shared/http/session'
import type { ContextStore, Shell } from '@/shared/shell'
import { LazyStoreRegistry } from '@/shared/stores/LazyStoreRegistry'

/** Makes a store that only some screens and parts have. */
export type StoreFactory<Store> = (api: Api, clips: ClipsStore) => Store

/** What the first page carries of clips: nothing but the way to what comes with their screens and parts. */
export class ClipsStore implements ContextStore {
  private readonly registry: LazyStoreRegistry<[Api, ClipsStore]>

  constructor(readonly shell: Shell) {
    this.registry = new LazyStoreRegistry(shell.api, this)
  }

  /** A store that only some screens have. */
  resolve<Store extends object>(make: StoreFactory<Store>): Store {
    return this.registry.get(make)
  }

  reset(): void {
    for (const store of this.registry.all) store.reset?.()
  }

  languageChanged(): void {
    for (const store of this.registry.all) store.languageChanged?.()
  }
}
