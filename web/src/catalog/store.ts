import type { ContextStore, Shell } from '@/shared/shell'
import { CatalogApi } from './api'
import { EventsStore } from './stores/EventsStore'
import { HomeStore } from './stores/HomeStore'
import { LibraryStore } from './stores/LibraryStore'

/** Makes a store that only some screens have. */
export type MakeStore<Store> = (api: CatalogApi, shell: Shell) => Store

interface Brought {
  reset?: () => void
  refresh?: () => void
}

/** What the catalogue's screens read, and what the app gave them. */
export class CatalogStore implements ContextStore {
  readonly home: HomeStore
  readonly events: EventsStore
  readonly library: LibraryStore
  private readonly api: CatalogApi
  private readonly brought = new Map<MakeStore<unknown>, Brought>()

  constructor(readonly shell: Shell) {
    this.api = new CatalogApi(shell.api)
    this.home = new HomeStore(this.api)
    this.events = new EventsStore(this.api)
    this.library = new LibraryStore(this.api)
  }

  /** A store whose code comes with the screens that need it: made when it is first asked for, then the same one. */
  bring<Store extends object>(make: MakeStore<Store>): Store {
    const known = this.brought.get(make) ?? make(this.api, this.shell)
    this.brought.set(make, known)
    return known as Store
  }

  /** The viewer may watch more than before: asks again for what is shown. */
  refresh(): void {
    for (const store of this.stores) store.refresh?.()
  }

  reset(): void {
    for (const store of this.stores) store.reset?.()
  }

  private get stores(): Brought[] {
    return [this.home, this.events, this.library, ...this.brought.values()]
  }
}
