import type { Api } from '@/shared/http/session'
import type { ContextStore, Shell } from '@/shared/shell'
import { Brought } from '@/shared/stores/Brought'

/** Makes a store that only some screens have. */
export type MakeStore<Store> = (api: Api, analytics: AnalyticsStore) => Store

/** What comes after the first paint: what counts, and what asks whether it may. */
type LoadCounting = () => Promise<{ begin(analytics: AnalyticsStore): void }>

/**
 * What the first page carries of analytics: nearly nothing. What happens before the rest is here is kept by
 * the shell's `telling`.
 */
export class AnalyticsStore implements ContextStore {
  private readonly brought: Brought<[Api, AnalyticsStore]>
  private begun: Promise<void> | null = null

  constructor(
    readonly shell: Shell,
    /** The address that the visit began with, from its `?` on. */
    readonly search: string,
  ) {
    this.brought = new Brought(shell.api, this)
  }

  /** A store that only some screens have. */
  bring<Store extends object>(make: MakeStore<Store>): Store {
    return this.brought.get(make)
  }

  /** Begins to count, once. What does not come counts nothing, and nobody is told. */
  begin(load: LoadCounting): void {
    this.begun ??= load().then(
      ({ begin }) => begin(this),
      () => undefined,
    )
  }

  reset(): void {
    for (const store of this.brought.all) store.reset?.()
  }

  languageChanged(): void {
    for (const store of this.brought.all) store.languageChanged?.()
  }
}
