import type { Watched } from '@/shared/parts'
import type { Positions } from '@/shared/positions'
import type { Viewer } from '@/shared/shell'

/** What the keeper needs of the store, which comes when something is watched. */
export type Keeping = Omit<Positions, 'keeps'>

/** Longer than this, nobody waits for where they were: the picture comes from its start. */
export const PATIENCE_MS = 3_000

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

  /** 0 where nobody answers in time, or what keeps positions does not come. */
  async start(what: Watched): Promise<number> {
    const late = new Promise<number>(resolve => setTimeout(() => resolve(0), PATIENCE_MS))
    return Promise.race([this.ask(what).catch(() => 0), late])
  }

  at(what: Watched, seconds: number, duration: number): void {
    this.store?.at(what, seconds, duration)
  }

  leave(): void {
    this.store?.leave()
  }

  private async ask(what: Watched): Promise<number> {
    this.store = await this.load()
    return this.store.start(what)
  }
}
