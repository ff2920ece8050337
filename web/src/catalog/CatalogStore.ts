import type { Shell } from '@/shared/shell'
import { LazyStoreRegistry, type RegisteredStore } from '@/shared/stores/LazyStoreRegistry'
import { ListsApi } from './listsApi'
import { HomeStore } from './stores/HomeStore'
import { LibraryStore } from './stores/LibraryStore'
import { LiveScores } from './stores/LiveScores'
import { RevealedScores } from './stores/RevealedScores'
import { TeamsStore } from './stores/TeamsStore'

/** The stores of the catalog's screens. */
export class CatalogStore extends LazyStoreRegistry<Shell> {
  readonly home: HomeStore
  readonly library: LibraryStore
  readonly teams: TeamsStore
  readonly liveScores: LiveScores
  readonly revealedScores: RevealedScores

  constructor(shell: Shell) {
    super(shell)
    const api = new ListsApi(shell.api)
    this.home = new HomeStore(api)
    this.library = new LibraryStore(api)
    this.teams = new TeamsStore(api)
    this.liveScores = new LiveScores(() => shell.language.current)
    this.revealedScores = new RevealedScores(shell.api)
  }

  /** Load the visible data again, after a purchase or when the viewer hides or shows scores. */
  refresh(): void {
    for (const store of this.stores) store.refresh?.()
  }

  protected override get stores(): RegisteredStore[] {
    return [this.home, this.library, this.teams, this.revealedScores, ...super.stores]
  }
}
