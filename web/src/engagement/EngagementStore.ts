import type { Api } from '@/shared/http/session'
import type { Shell } from '@/shared/shell'
import { LazyStoreRegistry } from '@/shared/stores/LazyStoreRegistry'
import { LazyPositions, type PositionsBackend } from './LazyPositions'
import { SpoilerStore } from './stores/SpoilerStore'

/** The part of the chunk after the first paint that this store uses. */
interface EngagementModule {
  initializeViewer(engagement: EngagementStore): Promise<void>
  positionsStore: (api: Api, engagement: EngagementStore) => PositionsBackend
}

/**
 * The engagement store for the first page: the spoiler shield and the lazy watch positions.
 *
 * The shield must be ready before the first score is shown. Everything else loads when it is needed.
 */
export class EngagementStore extends LazyStoreRegistry<Shell> {
  readonly spoilers: SpoilerStore
  readonly positions: LazyPositions
  /** The viewer at the last call of `initializeViewer`; null for a visitor. */
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

  /** Load the viewer's settings and pending changes at the start, after a login and after a logout. */
  async initializeViewer(): Promise<void> {
    const { previousViewer } = this
    const { id } = this.shell.viewer
    this.previousViewer = id
    if (id !== null || previousViewer !== null) await (await this.load()).initializeViewer(this)
  }
}
