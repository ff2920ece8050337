import type { Shell } from '@/shared/shell'
import { LazyStoreRegistry, type RegisteredStore } from '@/shared/stores/LazyStoreRegistry'
import { ListsApi } from './listsApi'
import { HomeStore } from './stores/HomeStore'
import { LibraryStore } from './stores/LibraryStore'
import { TeamsStore } from './stores/TeamsStore'

/** What the catalogue's screens read, and what the app gave them. */
export class CatalogStore extends LazyStoreRegistry<[ListsApi, Shell]> {
  readonly home: HomeStore
  readonly library: LibraryStore
  readonly teams: TeamsStore
  private readonly api: ListsApi

  constructor(readonly shell: Shell) {
    super()
    const api = new ListsApi(shell.api)
    this.api = api
    this.home = new HomeStore(api)
    this.library = new LibraryStore(api)
    this.teams = new TeamsStore(api)
  }

  protected override get args(): [ListsApi, Shell] {
    return [this.api, this.shell]
  }

  /** The viewer may watch more than before: asks again for what is shown. */
  refresh(): void {
    for (const store of this.stores) store.refresh?.()
  }

  protected override get stores(): RegisteredStore[] {
    return [this.home, this.library, this.teams, ...super.stores]
  }
}
