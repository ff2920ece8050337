import type { Positions } from '@/shared/contexts/positions'
import type { ContentRef } from '@/shared/contexts/slots'
import type { Viewer } from '@/shared/shell'

/** The part of the positions store that `LazyPositions` uses. The store loads when a video is opened. */
export type PositionsBackend = Omit<Positions, 'isEnabled'>

/** Milliseconds to wait for the saved position. After that the video starts at the beginning. */
export const START_TIMEOUT_MS = 3_000

/** The watch positions for the first page. They are disabled for a visitor, and load the store on demand. */
export class LazyPositions implements Positions {
  private store: PositionsBackend | null = null

  constructor(
    private readonly viewer: Pick<Viewer, 'id'>,
    private readonly loadBackend: () => Promise<PositionsBackend>,
  ) {}

  get isEnabled(): boolean {
    return this.viewer.id !== null
  }

  /** Return the start position in seconds, or 0 after a timeout or if the store fails to load. */
  async getStart(content: ContentRef): Promise<number> {
    const timeout = new Promise<number>(resolve => setTimeout(() => resolve(0), START_TIMEOUT_MS))
    return Promise.race([this.fetchStart(content).catch(() => 0), timeout])
  }

  update(content: ContentRef, seconds: number, duration: number): void {
    this.store?.update(content, seconds, duration)
  }

  stop(): void {
    this.store?.stop()
  }

  private async fetchStart(content: ContentRef): Promise<number> {
    this.store = await this.loadBackend()
    return this.store.getStart(content)
  }
}
