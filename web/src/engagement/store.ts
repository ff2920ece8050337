import type { Api } from '@/shared/http/session'
import type { ContextStore, Shell } from '@/shared/shell'
import { Brought } from '@/shared/stores/Brought'
import { Keeper, type Keeping } from './Keeper'
import { SpoilerStore } from './stores/SpoilerStore'

/** Makes a store that only some screens and parts have. */
export type MakeStore<Store> = (api: Api, engagement: EngagementStore) => Store

/** What comes after the first paint, as far as this store asks it. */
interface Following {
  meet(engagement: EngagementStore): Promise<void>
  positionsStore: MakeStore<Keeping>
}

/**
 * What the first page carries of what viewers follow: the spoiler shield, which must stand before the first
 * score does, and whoever keeps positions. All else comes when it is shown.
 */
export class EngagementStore implements ContextStore {
  readonly spoilers: SpoilerStore
  readonly positions: Keeper
  private readonly brought: Brought<[Api, EngagementStore]>
  /** Who was here when they were met last; null for a visitor. */
  private before: number | null = null

  constructor(
    readonly shell: Shell,
    private readonly load: () => Promise<Following>,
  ) {
    const { api, storage, viewer } = shell
    this.brought = new Brought(api, this)
    this.spoilers = new SpoilerStore(storage, viewer)
    this.positions = new Keeper(viewer, async () => this.bring((await load()).positionsStore))
  }

  /** A store that only some screens and parts have. */
  bring<Store extends object>(make: MakeStore<Store>): Store {
    return this.brought.get(make)
  }

  /** A viewer is here, has come, or has just left: what they want, what was left undone, what must end. */
  async meet(): Promise<void> {
    const { before } = this
    const { id } = this.shell.viewer
    this.before = id
    if (id !== null || before !== null) await (await this.load()).meet(this)
  }

  reset(): void {
    for (const store of this.brought.all) store.reset?.()
  }

  languageChanged(): void {
    for (const store of this.brought.all) store.languageChanged?.()
  }
}
