import type { Api } from '@/shared/http/session'
import type { ContextStore } from '@/shared/shell'

/** The notifications of a context. Each store handles those that it needs. */
export interface RegisteredStore extends Partial<ContextStore> {
  refresh?: () => void
}

/**
 * The base of a context's store. Its other stores load with the screens that need them: `resolve` creates each
 * one on its first use, and returns the same one from then on.
 */
export abstract class LazyStoreRegistry<ContextShell extends { api: Api }> implements ContextStore {
  private readonly registered = new Map<unknown, RegisteredStore>()

  constructor(readonly shell: ContextShell) {}

  /** Return the store that this factory creates. */
  resolve<Store extends object>(create: (api: Api, context: this) => Store): Store {
    const store = this.registered.get(create) ?? create(this.shell.api, this)
    this.registered.set(create, store)
    return store as Store
  }

  reset(): void {
    for (const store of this.stores) store.reset?.()
  }

  languageChanged(): void {
    for (const store of this.stores) store.languageChanged?.()
  }

  protected get stores(): Iterable<RegisteredStore> {
    return this.registered.values()
  }
}
