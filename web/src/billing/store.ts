import type { Api } from '@/shared/http/session'
import type { ContextStore, Shell } from '@/shared/shell'
import { Brought } from '@/shared/stores/Brought'
import type { Tabs } from './tabs'

/** Makes a store that only some screens have. */
export type MakeStore<Store> = (api: Api, billing: BillingStore) => Store

/**
 * What the first page carries of billing: whoever has to know when something was paid, here or in another
 * tab. All else comes with the screens that sell.
 */
export class BillingStore implements ContextStore {
  private readonly brought: Brought<[Api, BillingStore]>
  private readonly listeners = new Set<() => void>()

  constructor(
    readonly shell: Shell,
    private readonly tabs: Tabs,
  ) {
    this.brought = new Brought(shell.api, this)
  }

  /** A store that only some screens have. */
  bring<Store extends object>(make: MakeStore<Store>): Store {
    return this.brought.get(make)
  }

  /** Hears that this viewer may watch more than before, until the returned function is called. */
  onPaid(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** An order of this viewer was paid: tells this page, and the other tabs. */
  paid(order: number): void {
    const { id } = this.shell.viewer
    if (id !== null) this.tabs.tell({ viewer: id, order })
    this.announce()
  }

  /** Takes in what this viewer paid in other tabs, until the returned function is called. */
  follow(): () => void {
    return this.tabs.listen(({ viewer }) => {
      if (viewer === this.shell.viewer.id) this.announce()
    })
  }

  reset(): void {
    for (const store of this.brought.all) store.reset?.()
  }

  languageChanged(): void {
    for (const store of this.brought.all) store.languageChanged?.()
  }

  private announce(): void {
    for (const listener of this.listeners) listener()
  }
}
