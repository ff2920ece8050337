import type { Shell } from '@/shared/shell'
import { LazyStoreRegistry } from '@/shared/stores/LazyStoreRegistry'

/** What comes after the first paint: what counts, and what asks whether it may. */
type LoadTracking = () => Promise<{ startTracking(analytics: AnalyticsStore): void }>

/**
 * What the first page carries of analytics: nearly nothing. What happens before the rest is here is kept by
 * the shell's `telemetry`.
 */
export class AnalyticsStore extends LazyStoreRegistry<Shell> {
  private started: Promise<void> | null = null

  constructor(
    shell: Shell,
    /** The address that the visit began with, from its `?` on. */
    readonly search: string,
  ) {
    super(shell)
  }

  /** Begins to count, once. What does not come counts nothing, and nobody is told. */
  start(load: LoadTracking): void {
    this.started ??= load().then(
      ({ startTracking: begin }) => begin(this),
      () => undefined,
    )
  }
}
