import type { ContextStore, Shell } from '@/shared/shell'
import { CatalogApi } from './api'
import { EventStore } from './stores/EventStore'
import { EventsStore } from './stores/EventsStore'
import { HomeStore } from './stores/HomeStore'
import { LibraryItemStore } from './stores/LibraryItemStore'
import { LibraryStore } from './stores/LibraryStore'
import { PrerollStore } from './stores/PrerollStore'
import { SearchStore } from './stores/SearchStore'
import { SimulationStore } from './stores/SimulationStore'

/** What the catalogue's screens read, and what the app gave them. */
export class CatalogStore implements ContextStore {
  readonly home: HomeStore
  readonly events: EventsStore
  readonly event: EventStore
  readonly simulation: SimulationStore
  readonly library: LibraryStore
  readonly libraryItem: LibraryItemStore
  readonly search: SearchStore
  readonly prerolls: PrerollStore

  constructor(readonly shell: Shell) {
    const api = new CatalogApi(shell.api)
    this.home = new HomeStore(api)
    this.events = new EventsStore(api)
    this.event = new EventStore(api)
    this.simulation = new SimulationStore(api)
    this.library = new LibraryStore(api)
    this.libraryItem = new LibraryItemStore(api)
    this.search = new SearchStore(api)
    this.prerolls = new PrerollStore(shell)
  }

  reset(): void {
    const { home, events, event, simulation, library, libraryItem, search } = this
    for (const store of [home, events, event, simulation, library, libraryItem, search]) store.reset()
  }
}
