import type { Positions } from '@/shared/contexts/positions'
import type { ContentRef } from '@/shared/contexts/slots'
import type { Viewer } from '@/shared/shell'

/** What the keeper needs of the store, which comes when something is watched. */
export type PositionsBackend = Omit<Positions, 'isEnabled'>

/** Longer than this, nobody waits for where they were: the picture comes from its start. */
export const START_TIMEOUT_MS = 3_000

/** What the first page carries of positions; a visitor has none. */
export class LazyPositions implements Positions {
  private store: PositionsBackend | null = null

  constructor(
    private readonly viewer: Pick<Viewer, 'id'>,
    private readonly loadBackend: () => Promise<PositionsBackend>,
  ) {}

  get isEnabled(): boolean {
    return this.viewer.id !== null
  }

  /** 0 where nobody answers in time, or what keeps positions does not come. */
  async getStart(what: ContentRef): Promise<number> {
    const late = new Promise<number>(resolve => setTimeout(() => resolve(0), START_TIMEOUT_MS))
    return Promise.race([this.fetchStart(what).catch(() => 0), late])
  }

  update(what: ContentRef, seconds: number, duration: number): void {
    this.store?.update(what, seconds, duration)
  }

  stop(): void {
    this.store?.stop()
  }

  private async fetchStart(what: ContentRef): Promise<number> {
    this.store = await this.loadBackend()
    return this.store.getStart(what)
  }
}
