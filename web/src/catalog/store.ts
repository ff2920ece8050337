import type { ContextStore, Shell } from '@/shared/shell'
import { CatalogApi } from './api'
import { EventStore } from './stores/EventStore'
import { EventsStore } from './stores/EventsStore'
import { HomeStore } from './stores/HomeStore'
import { LibraryItemStore } from './stores/LibraryItemStore'
import { LibraryStore } from './stores/LibraryStore'
import { PrerollStore } from './stores/PrerollStore'

/** What the catalogue's screens read, and what the app gave them. */
export class CatalogStore implements ContextStore {
  readonly home: HomeStore
  readonly events: EventsStore
  readonly event: EventStore
  readonly library: LibraryStore
  readonly libraryItem: LibraryItemStore
  readonly prerolls: PrerollStore

  constructor(readonly shell: Shell) {
    const api = new CatalogApi(shell.api)
    this.home = new HomeStore(api)
    this.events = new EventsStore(api)
    this.event = new EventStore(api)
    this.library = new LibraryStore(api)
    this.libraryItem = new LibraryItemStore(api)
    this.prerolls = new PrerollStore(shell)
  }

  reset(): void {
    for (const store of [this.home, this.events, this.event, this.library, this.libraryItem]) store.reset()
  }
}
