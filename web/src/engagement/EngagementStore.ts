import type { Api } from '@/shared/http/session'
import type { ContextStore, Shell } from '@/shared/shell'
import { LazyStoreRegistry } from '@/shared/stores/LazyStoreRegistry'
import { LazyPositions, type PositionsBackend } from './LazyPositions'
import { SpoilerStore } from './stores/SpoilerStore'

/** Makes a store that only some screens and parts have. */
export type StoreFactory<Store> = (api: Api, engagement: EngagementStore) => Store

/** What comes after the first paint, as far as this store asks it. */
interface EngagementModule {
  initializeViewer(engagement: EngagementStore): Promise<void>
  positionsStore: StoreFactory<PositionsBackend>
}

/**
 * What the first page carries of what viewers follow: the spoiler shield, which must stand before the first
 * score does, and whoever keeps positions. All else comes when it is shown.
 */
export class EngagementStore implements ContextStore {
  readonly spoilers: SpoilerStore
  readonly positions: LazyPositions
  private readonly registry: LazyStoreRegistry<[Api, EngagementStore]>
  /** Who was here when they were met last; null for a visitor. */
  private previousViewer: number | null = null

  constructor(
    readonly shell: Shell,
    private readonly load: () => Promise<EngagementModule>,
  ) {
    const { api, storage, viewer } = shell
    this.registry = new LazyStoreRegistry(api, this)
    this.spoilers = new SpoilerStore(storage, viewer)
    this.positions = new LazyPositions(viewer, async () => this.resolve((await load()).positionsStore))
  }

  /** A store that only some screens and parts have. */
  resolve<Store extends object>(make: StoreFactory<Store>): Store {
    return this.registry.get(make)
  }

  /** A viewer is here, has come, or has just left: what they want, what was left undone, what must end. */
  async initializeViewer(): Promise<void> {
    const { previousViewer: before } = this
    const { id } = this.shell.viewer
    this.previousViewer = id
    if (id !== null || before !== null) await (await this.load()).initializeViewer(this)
  }

  reset(): void {
    for (const store of this.registry.all) store.reset?.()
  }

  languageChanged(): void {
    for (const store of this.registry.all) store.languageChanged?.()
  }
}
