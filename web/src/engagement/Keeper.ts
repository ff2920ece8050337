import type { Watched } from '@/shared/parts'
import type { Positions } from '@/shared/positions'
import type { Viewer } from '@/shared/shell'

/** What the keeper needs of the store, which comes when something is watched. */
export type Keeping = Omit<Positions, 'keeps'>

/** What the first page carries of positions; a visitor has none. */
export class Keeper implements Positions {
  private store: Keeping | null = null

  constructor(
    private readonly viewer: Pick<Viewer, 'id'>,
    private readonly load: () => Promise<Keeping>,
  ) {}

  get keeps(): boolean {
    return this.viewer.id !== null
  }

  async start(what: Watched): Promise<number> {
    this.store = await this.load()
    return this.store.start(what)
  }

  at(what: Watched, seconds: number, duration: number): void {
    this.store?.at(what, seconds, duration)
  }

  leave(): void {
    this.store?.leave()
  }
}
