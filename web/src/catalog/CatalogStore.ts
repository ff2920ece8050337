import type { ContextStore, Shell } from '@/shared/shell'
import { LazyStoreRegistry, type RegisteredStore } from '@/shared/stores/LazyStoreRegistry'
import { ListsApi } from './listsApi'
import { HomeStore } from './stores/HomeStore'
import { LibraryStore } from './stores/LibraryStore'
import { TeamsStore } from './stores/TeamsStore'

/** Makes a store that only some screens have. */
export type StoreFactory<Store> = (api: ListsApi, shell: Shell) => Store

/** What the catalogue's screens read, and what the app gave them. */
export class CatalogStore implements ContextStore {
  readonly home: HomeStore
  readonly library: LibraryStore
  readonly teams: TeamsStore
  private readonly registry: LazyStoreRegistry<[ListsApi, Shell]>

  constructor(readonly shell: Shell) {
    const api = new ListsApi(shell.api)
    this.home = new HomeStore(api)
    this.library = new LibraryStore(api)
    this.teams = new TeamsStore(api)
    this.registry = new LazyStoreRegistry(api, shell)
  }

  /** A store that only some screens have. */
  resolve<Store extends object>(make: StoreFactory<Store>): Store {
    return this.registry.get(make)
  }

  /** The viewer may watch more than before: asks again for what is shown. */
  refresh(): void {
    for (const store of this.stores) store.refresh?.()
  }

  reset(): void {
    for (const store of this.stores) store.reset?.()
  }

  languageChanged(): void {
    for (const store of this.stores) store.languageChanged?.()
  }

  private get stores(): RegisteredStore[] {
    return [this.home, this.library, this.teams, ...this.registry.all]
  }
}
