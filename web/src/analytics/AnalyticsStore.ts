import type { Shell } from '@/shared/shell'
import { LazyStoreRegistry } from '@/shared/stores/LazyStoreRegistry'

/** Loads the chunk that tracks events and asks for consent. It loads after the first paint. */
type LoadTracking = () => Promise<{ startTracking(analytics: AnalyticsStore): void }>

/**
 * The small part of analytics in the initial bundle.
 *
 * The shell's `telemetry` queues events until the rest has loaded.
 */
export class AnalyticsStore extends LazyStoreRegistry<Shell> {
  private started: Promise<void> | null = null

  constructor(
    shell: Shell,
    /** The query string of the first page of the visit, with its `?`. */
    readonly search: string,
  ) {
    super(shell)
  }

  /** Start tracking, once. If the chunk fails to load, nothing is tracked and no error is shown. */
  start(load: LoadTracking): void {
    this.started ??= load().then(
      ({ startTracking }) => startTracking(this),
      () => undefined,
    )
  }
}
