import type { Watched } from '@/shared/parts'
import type { Positions } from '@/shared/positions'
import type { Viewer } from '@/shared/shell'

/** What the keeper needs of the store, which comes when something is watched. */
interface Keeping {
  startOf(what: Watched): Promise<number>
  at(what: Watched, seconds: number, duration: number): void
  leave(): void
}

/** Longer than this, nobody waits for where they were: the picture comes from its start. */
const PATIENCE_MS = 3_000

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
    if (!this.keeps) return 0
    const known = this.load().then(store => {
      this.store = store
      return store.startOf(what)
    })
    const late = new Promise<number>(resolve => setTimeout(() => resolve(0), PATIENCE_MS))
    return Promise.race([known, late]).catch(() => 0)
  }

  at(what: Watched, seconds: number, duration: number): void {
    if (this.keeps) this.store?.at(what, seconds, duration)
  }

  leave(): void {
    this.store?.leave()
  }
}
