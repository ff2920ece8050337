import type { ItemTold, ListTold, PurchaseTold } from '@/shared/telling'

/** Somebody else who counts pages and purchases for the channel. */
export interface Tracker {
  page(path: string): void
  list(told: ListTold): void
  select(told: ListTold): void
  checkout(items: readonly ItemTold[]): void
  purchase(told: PurchaseTold): void
  /** The viewer does not want it any more. */
  stop(): void
}
