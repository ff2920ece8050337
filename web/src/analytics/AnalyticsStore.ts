import type { Api } from '@/shared/http/session'
import type { ContextStore, Shell } from '@/shared/shell'
import { LazyStoreRegistry } from '@/shared/stores/LazyStoreRegistry'

/** Makes a store that only some screens have. */
export type StoreFactory<Store> = (api: Api, analytics: AnalyticsStore) => Store

/** What comes after the first paint: what counts, and what asks whether it may. */
type LoadTracking = () => Promise<{ startTracking(analytics: AnalyticsStore): void }>

/**
 * What the first page carries of analytics: nearly nothing. What happens before the rest is here is kept by
 * the shell's `telemetry`.
 */
export class AnalyticsStore implements ContextStore {
  private readonly registry: LazyStoreRegistry<[Api, AnalyticsStore]>
  private started: Promise<void> | null = null

  constructor(
    readonly shell: Shell,
    /** The address that the visit began with, from its `?` on. */
    readonly search: string,
  ) {
    this.registry = new LazyStoreRegistry(shell.api, this)
  }

  /** A store that only some screens have. */
  resolve<Store extends object>(make: StoreFactory<Store>): Store {
    return this.registry.get(make)
  }

  /** Begins to count, once. What does not come counts nothing, and nobody is told. */
  start(load: LoadTracking): void {
    this.started ??= load().then(
      ({ startTracking: begin }) => begin(this),
      () => undefined,
    )
  }

  reset(): void {
    for (const store of this.registry.all) store.reset?.()
  }

  languageChanged(): void {
    for (const store of this.registry.all) store.languageChanged?.()
  }
}
