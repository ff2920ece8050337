import type { Api } from '@/shared/http/session'
import type { Shell } from '@/shared/shell'
import { LazyStoreRegistry } from '@/shared/stores/LazyStoreRegistry'
import { LazyPositions, type PositionsBackend } from './LazyPositions'
import { SpoilerStore } from './stores/SpoilerStore'

/** What comes after the first paint, as far as this store asks it. */
interface EngagementModule {
  initializeViewer(engagement: EngagementStore): Promise<void>
  positionsStore: (api: Api, engagement: EngagementStore) => PositionsBackend
}

/**
 * What the first page carries of what viewers follow: the spoiler shield, which must stand before the first
 * score does, and whoever keeps positions. All else comes when it is shown.
 */
export class EngagementStore extends LazyStoreRegistry<Shell> {
  readonly spoilers: SpoilerStore
  readonly positions: LazyPositions
  /** Who was here when they were met last; null for a visitor. */
  private previousViewer: number | null = null

  constructor(
    shell: Shell,
    private readonly load: () => Promise<EngagementModule>,
  ) {
    super(shell)
    const { storage, viewer } = shell
    this.spoilers = new SpoilerStore(storage, viewer)
    this.positions = new LazyPositions(viewer, async () => this.resolve((await load()).positionsStore))
  }

  /** A viewer is here, has come, or has just left: what they want, what was left undone, what must end. */
  async initializeViewer(): Promise<void> {
    const { previousViewer: before } = this
    const { id } = this.shell.viewer
    this.previousViewer = id
    if (id !== null || before !== null) await (await this.load()).initializeViewer(this)
  }
}
